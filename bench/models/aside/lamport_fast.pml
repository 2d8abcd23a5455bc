/* Lamport's fast mutual exclusion, for N processes with the numbers 1 to N. */
#ifndef N
#define N 4
#endif
byte x, y, in;
bool b[N + 1];

proctype P(byte i) {
  byte j;
start:
  b[i] = true;
  x = i;
  if
  :: y != 0 -> b[i] = false; y == 0; goto start
  :: y == 0
  fi;
  y = i;
  if
  :: x != i ->
     b[i] = false;
     j = 1;
     do :: j <= N -> !b[j] -> j++ :: else -> break od;
     if
     :: y == i
     :: y != i -> y == 0; goto start
     fi
  :: x == i
  fi;
  in++;
  assert(in == 1);
  in--;
  y = 0;
  b[i] = false;
  goto start
}

init {
  byte k = 1;
  atomic { do :: k <= N -> run P(k); k++ :: else -> break od }
}
