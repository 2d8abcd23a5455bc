/* waymark: check --search dfs --por off --errors 0
   expect:  bounds
   states:  not comparable (Spin stops or goes on undefined) */
/* Index out of range on the left side, in a record; the room behind it keeps Spin's verifier alive. */
typedef T { byte v[2] };
T t[2];
byte room[40];
byte i;
active proctype Walk() { do :: t[i].v[i] = 1; i++ /* VIOLATION at i = 2 */ :: i > 2 -> break od }
