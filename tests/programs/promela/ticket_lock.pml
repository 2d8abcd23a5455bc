/* waymark: check --por off
   expect:  holds
   states:  823 (Spin, full search) */
/* A ticket lock: who wants in draws a number, and waits until it is called. Numbers begin again at 0. */
#define N 3
byte next, called, inside;
active [N] proctype Customer() {
  byte mine;
  do
  :: atomic { mine = next; next = (next + 1) % N };
     called == mine;
     inside++; assert(inside == 1); inside--;
     called = (called + 1) % N
  od
}
