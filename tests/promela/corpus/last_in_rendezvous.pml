/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  4   transitions: 4   errors: 2   (Spin, full search) */
/* Within a rendezvous, for the receiver the sender has moved last: in its guard and in the rest of its d_step. */
byte g, h;
chan r = [0] of { byte, bit };
active proctype A() { d_step { r?g,h; g = (_last + g) % 3 }; timeout }
active proctype B() provided (g != 1) { end: do :: r!g,_last -> printf("p\n") :: break od }
active proctype C() { end: do :: r?eval(_last),h -> g = 2 :: r?eval(2 - _last),h -> g = 0 od }
