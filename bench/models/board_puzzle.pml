/* One process moving tiles on a board: a state that is nearly all array. Sliding tiles,
   three rows and four columns, tiles in several copies. */
#ifndef COLS
#define COLS 4
#endif
#define ROWS 3
#define CELLS (ROWS * COLS)
byte board[CELLS] = {1, 2, 3, 1, 2, 3, 1, 1, 0, 0, 2, 2};
byte hole = 8; bit moves;

inline move(to) { board[hole] = board[to]; board[to] = 0; hole = to; moves = 1 - moves }
active proctype Player() {
  do
  :: d_step { hole % COLS > 0 -> move(hole - 1) }
  :: d_step { hole % COLS < COLS - 1 -> move(hole + 1) }
  :: d_step { hole >= COLS -> move(hole - COLS) }
  :: d_step { hole < CELLS - COLS -> move(hole + COLS) }
  od
}
