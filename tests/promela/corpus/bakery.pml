/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  2183   transitions: 4142   errors: 0   (Spin, full search) */
/* Lamport's bakery for two processes; tickets start again when the shop is empty. */
#define N 2
bool choosing[N]; byte number[N]; byte in;
active [N] proctype P() {
  byte j, most;
  do
  :: choosing[_pid] = 1;
     atomic { most = 0; for (j : 0 .. N - 1) { most = (number[j] > most -> number[j] : most) } };
     number[_pid] = (most < 3 -> most + 1 : 3);
     choosing[_pid] = 0;
     for (j : 0 .. N - 1) {
       !choosing[j];
       number[j] == 0 || number[j] > number[_pid] || (number[j] == number[_pid] && j >= _pid)
     }
     in++; in--;
     number[_pid] = 0
  od
}
