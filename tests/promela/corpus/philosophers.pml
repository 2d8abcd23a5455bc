/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  236   transitions: 601   errors: 2   (Spin, full search) */
/* Dining philosophers that all take the left fork first. */
#define N 4
bit fork[N]; byte meals;
active [N] proctype Phil() {
  do
  :: atomic { !fork[_pid] -> fork[_pid] = 1 };
     atomic { !fork[(_pid + 1) % N] -> fork[(_pid + 1) % N] = 1 };
     meals = (meals + 1) % 2;
     fork[_pid] = 0; fork[(_pid + 1) % N] = 0
  od
}
