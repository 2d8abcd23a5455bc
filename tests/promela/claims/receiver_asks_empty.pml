/* Spin: broken. empty() may come true by one end and false by the other: the sender's is claimed. */
chan up = [1] of {byte}; chan down = [1] of {byte};
active proctype Left() { xs up; xr down; byte v; do :: v < 3 -> up!v; down?v :: v == 3 -> break od }
active proctype Right() { xr up; xs down; byte v; do :: up?v; down!v + 1 :: empty(up) && v == 2 -> break od }
