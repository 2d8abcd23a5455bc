byte x;
init { goto inside; d_step { x = 1; inside: x = 2 } }
