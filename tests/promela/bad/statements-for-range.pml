byte i;
init { for (i : 5 .. 3) { skip } }
