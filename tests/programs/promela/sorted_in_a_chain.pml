/* waymark: check -D N=3 --por off
   expect:  holds
   states:  586 (Spin, full search) */
/* Each cell keeps the greatest number that it has met and hands on the others, so the last to arrive is the least. */
chan link[N] = [1] of { byte };
byte kept[N];
proctype Cell(byte at) {
  byte number, met;
  do
  :: met < N - at ->
     link[at]?number; met++;
     if
     :: met == 1 -> kept[at] = number
     :: met > 1 && number > kept[at] -> link[at + 1]!kept[at]; kept[at] = number
     :: else -> link[at + 1]!number
     fi
  :: else -> break
  od
}
init {
  byte i;
  atomic { for (i : 0 .. N - 1) { run Cell(i) } };
  if
  :: link[0]!5; link[0]!9; link[0]!7
  :: link[0]!7; link[0]!5; link[0]!9
  fi;
  _nr_pr == 1;
  assert(kept[0] == 9 && kept[1] == 7 && kept[2] == 5)
}
