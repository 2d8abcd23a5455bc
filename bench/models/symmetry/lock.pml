/* Processes that take a lock, each with a flag of its own; N! states are one. */
#ifndef N
#define N 6
#endif
bool busy; byte owner = 255; byte inside; byte stage[N];
active [N] proctype P() {
  do
  :: stage[_pid] = 1; stage[_pid] = 2; atomic { !busy -> busy = true; owner = _pid }
     inside++; assert(inside == 1 && owner == _pid); inside--;
     owner = 255; stage[_pid] = 0; busy = false
  od
}
