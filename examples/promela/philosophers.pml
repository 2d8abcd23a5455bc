/* Dining philosophers: a model with a deadlock.

   Each philosopher takes the left fork, then the right one, eats and puts both back. When everybody has taken the left
   fork, nobody can go on. A fork is a channel that holds one message while the fork lies on the table.

     waymark check examples/promela/philosophers.pml      violation: deadlock

   The shortest way there is four steps long after the forks are laid (waymark check --shortest). */

#ifndef N
#define N 4
#endif
#define LEFT  fork[_pid - 1]
#define RIGHT fork[_pid % N]

mtype = {on_table};
chan fork[N] = [1] of {mtype};
byte meals;

proctype Philosopher() {
  do
  :: LEFT?on_table;
     RIGHT?on_table;
     meals = (meals + 1) % 2;                 /* eats */
     LEFT!on_table;
     RIGHT!on_table
  od
}

init {
  byte i;
  atomic {                                    /* all sit down at once */
    for (i : 0 .. N - 1) {
      fork[i]!on_table;
      run Philosopher()
    }
  }
}
