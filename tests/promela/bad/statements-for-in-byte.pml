byte i, b;
init { for (i in b) { skip } }
