byte x;
x = 1;
init { skip }
