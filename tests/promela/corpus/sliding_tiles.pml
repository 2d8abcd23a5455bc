/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  1680   transitions: 4201   errors: 0   (Spin, full search) */
/* One process moves tiles on a board. Which cells a step touches depends on the value of a variable. */
#define COLS 4
#define CELLS 8
byte board[CELLS] = {0, 1, 2, 1, 2, 3, 3, 3};
byte hole;

inline move(to) { board[hole] = board[to]; board[to] = 0; hole = to }
active proctype Player() {
end:
  do
  :: d_step { hole % COLS > 0 -> move(hole - 1) }
  :: d_step { hole % COLS < COLS - 1 -> move(hole + 1) }
  :: d_step { hole >= COLS -> move(hole - COLS) }
  :: d_step { hole < CELLS - COLS -> move(hole + COLS) }
  od
}
