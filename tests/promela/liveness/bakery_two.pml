byte n[2];
active [2] proctype P() {
  byte me = _pid;
  do
  :: n[me] = 1; n[me] = n[1 - me] + 1;
     (n[1 - me] == 0 || n[me] < n[1 - me] || (n[me] == n[1 - me] && me < 1 - me));
cs:  n[me] = 0;
     if :: n[1 - me] > 3 -> n[1 - me] == 0 :: else fi
  od
}
ltl first { [] <> P[0]@cs }
