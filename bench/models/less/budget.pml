/* Money is taken from a budget only while there is some. */
#define MOST 2000
int budget = MOST;
bool paying;

active [2] proctype spender() {
  do
  :: atomic { !paying && budget > 0 -> paying = true }
     atomic { budget = budget - 1; paying = false }
     assert(budget >= 0)
  od
}

active proctype boss() {
  do
  :: atomic { budget == 0 && !paying -> budget = MOST }
  od
}
