/* Peg solitaire on a square board of 25 holes, one bit each: a peg jumps over its neighbour into a hole, and the
   neighbour is taken away. One process, one word, and a choice of many. */
#ifndef BOARD
#define BOARD 33550335 /* all pegs but the one in the middle */
#endif
#define PEG(i) (1 << (i))
#define JUMP(from, over, to) d_step { \
    (board & (PEG(from) | PEG(over) | PEG(to))) == (PEG(from) | PEG(over)) -> \
    board = board ^ (PEG(from) | PEG(over) | PEG(to)) }
#define BOTH(a, b, c) :: JUMP(a, b, c) :: JUMP(c, b, a)
#define ROW(i) BOTH(i, i + 1, i + 2) BOTH(i + 1, i + 2, i + 3) BOTH(i + 2, i + 3, i + 4)
#define COLUMN(i) BOTH(i, i + 5, i + 10) BOTH(i + 5, i + 10, i + 15) BOTH(i + 10, i + 15, i + 20)
int board = BOARD;

active proctype Player() {
  end: do
  ROW(0) ROW(5) ROW(10) ROW(15) ROW(20)
  COLUMN(0) COLUMN(1) COLUMN(2) COLUMN(3) COLUMN(4)
  od
}
