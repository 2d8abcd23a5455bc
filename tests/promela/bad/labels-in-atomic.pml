byte x;
init { atomic { start: x = 1; x = 2 }; goto start }
