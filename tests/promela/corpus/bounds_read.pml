/* waymark: check --search dfs --por off --errors 0
   expect:  bounds
   states:  not comparable (Spin stops or goes on undefined) */
/* Index out of range in an expression. */
byte a[4]; byte i; byte sum;
active proctype Walk() { do :: i <= 4 -> sum = sum + a[i]; i++ /* VIOLATION at i = 4 */ :: i > 4 -> break od }
