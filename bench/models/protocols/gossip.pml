/* Gossip: everyone knows one secret and calls others; after enough calls all may know all. Bits of a byte are sets. */
#define N 3
byte knows[N];
byte calls;
proctype girl(byte me) {
  byte friend, mine, theirs, both;
  knows[me] = 1 << me;
  do
  :: atomic { calls < 3 -> calls++ };
     if
     :: friend = (me + 1) % N
     :: friend = (me + 2) % N
     fi;
     mine = knows[me];
     theirs = knows[friend];
     atomic { both = mine | theirs | knows[me] | knows[friend]; knows[me] = both; knows[friend] = both };
     assert((knows[me] & mine) == mine)
  :: calls >= 3 -> break
  od
}
init { byte g; atomic { for (g : 0 .. N - 1) { run girl(g) } } }
