/* A token goes between two stations. Work comes to each of them, and whoever has the token does at most SHARE of it
   before it passes the token on. */
#ifndef MOST
#define MOST 250
#endif
#ifndef SHARE
#define SHARE 4
#endif
#define N 2
byte work[N];
byte holder, done;

active [N] proctype Station() {
  do
  :: work[_pid] < MOST -> work[_pid]++
  :: d_step { holder == _pid && work[_pid] > 0 && done < SHARE -> work[_pid]--; done++ }
  :: d_step { holder == _pid && (work[_pid] == 0 || done == SHARE) -> done = 0; holder = (holder + 1) % N }
  od
}
