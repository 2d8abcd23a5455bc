/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  29876   transitions: 83611   errors: 0   (Spin, full search) */
/* Peterson's filter for three processes. */
#define N 3
byte level[N]; byte last[N]; byte in;
active [N] proctype P() {
  byte k, j;
  do
  :: k = 1;
     do
     :: k < N ->
        level[_pid] = k; last[k] = _pid;
        j = 0;
        do
        :: j < N && (j == _pid || level[j] < k || last[k] != _pid) -> j++
        :: j == N -> break
        od;
        k++
     :: else -> break
     od;
     in++; assert(in == 1); in--;
     level[_pid] = 0
  od
}
