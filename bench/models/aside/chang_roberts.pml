/* Election in a ring by Chang and Roberts; the numbers are handed out in any order. */
#ifndef N
#define N 5
#endif
chan to[N] = [N] of { byte, bit };
byte number[N];
byte leaders;

proctype Node(byte me) {
  byte got, best = number[me];
  bit over;
  to[(me + 1) % N]!best(0);
  do
  :: to[me]?got(over) ->
     if
     :: over && got == number[me] -> break
     :: over && got != number[me] -> to[(me + 1) % N]!got(1); break
     :: !over && got == number[me] -> leaders++; assert(leaders == 1); to[(me + 1) % N]!got(1)
     :: !over && got > number[me] -> to[(me + 1) % N]!got(0)
     :: !over && got < number[me] -> skip
     fi
  od
}

init {
  byte i, j;
  bool used[N];
  do
  :: i < N ->
     j = 0;
     do :: j < N - 1 -> j++ :: break od;
     if :: used[j] -> skip :: else -> used[j] = true; number[i] = j + 1; i++ fi
  :: else -> break
  od;
  atomic { i = 0; do :: i < N -> run Node(i); i++ :: else -> break od }
}
