/* A lost update: a model with a failed assertion.

   Two clerks each add one to a shared counter, the way a processor does it: read, add, write back. One may write back an
   old value over the other's work.

     waymark check examples/promela/counter.pml           violation: assertion

   With the three steps in one atomic { } the assertion holds. */

byte counter;
byte finished;

active [2] proctype Clerk() {
  byte copy;
  copy = counter;
  copy++;
  counter = copy;
  finished++
}

active proctype Auditor() {
  finished == 2;                              /* waits for both */
  assert(counter == 2)
}
