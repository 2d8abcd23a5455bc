/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  21   transitions: 33   errors: 0   (Spin, full search) */
/* printf and printm are steps without effect. */
mtype = {hello, bye}; mtype m = bye; short s = -3;
active proctype A() { printf("%d %u %x %o %c %e\t%%\n", s, s, s, 8, 'x', m); printm(m); printm(hello);
    printf("plain\n") }
active proctype B() { m = hello; s++ }
