/* waymark: check --search dfs --por off --errors 0
   expect:  bounds
   states:  not comparable (Spin stops or goes on undefined) */
/* Index out of range on the left side, below zero, in a record. */
typedef T { byte v[2] };
T t[2];
short i = 1;
active proctype Walk() { do :: t[i].v[i] = 1; i-- /* VIOLATION at i = -1 */ :: i < -1 -> break od }
