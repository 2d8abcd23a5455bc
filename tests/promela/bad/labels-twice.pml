byte x;
init { again: x = 1; again: x = 2; goto again }
