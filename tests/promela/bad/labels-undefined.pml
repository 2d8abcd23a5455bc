byte x;
init { x = 1; goto done }
