chan STDIN;
byte c;
init { STDIN?c }
