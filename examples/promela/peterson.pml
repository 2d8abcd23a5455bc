/* Mutual exclusion by Peterson's algorithm: a correct model.

   Two processes share a resource. Each says that it wants in, then politely gives way; it may enter when the other
   does not want in, or has given way after it.

     waymark check examples/promela/peterson.pml          holds

   Try what happens when the two lines marked (1) and (2) change places. */

bool wants[2];      /* who wants in */
bit  gave_way;      /* who gave way last */
byte inside;        /* how many are in: the property below says at most one */

active [2] proctype User() {
  bit me = _pid;
  bit other = 1 - _pid;
  do
  :: wants[me] = true;                        /* (1) */
     gave_way = me;                           /* (2) */
     !wants[other] || gave_way == other;      /* waits until this is true */

     inside++;
     assert(inside == 1);
     inside--;

     wants[me] = false
  od
}
