/* A pool of workers that a master starts on demand; each is handed a channel of its own for the reply. */
#ifndef JOBS
#define JOBS 3
#endif
byte finished;
proctype Worker(chan reply; byte job) {
  byte i = 0, acc = 0, scratch;
  do
  :: i < job -> scratch = acc; acc = scratch + i; i++
  :: else -> break
  od;
  reply ! job, acc
}
active proctype Master() {
  chan answers = [JOBS] of { byte, byte };
  byte n, j, a, sum;
  do
  :: n < JOBS -> n++; run Worker(answers, n)
  :: n == JOBS -> break
  od;
  do
  :: finished < JOBS -> answers ? j, a; sum = sum + a; finished++
  :: finished == JOBS -> break
  od;
  assert(sum == 4)
}
