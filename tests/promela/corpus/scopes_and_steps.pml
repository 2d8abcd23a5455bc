/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  469   transitions: 729   errors: 0   (Spin, full search) */
/* A declaration inside a block is a step that resets the name; one at the top of the body is not. */
byte seen;

active proctype Blocks() {
  byte i = 1;
  do
  :: i < 4 ->
     byte inner; byte start = i;
     inner = inner + start;
     seen = inner;
     assert(inner == i);
     { byte deep = 2; short other; seen = seen + deep; deep++; other-- };
     { byte deep; deep--; seen = deep };
     i++
  :: else -> break
  od;
  byte late = 5;
  byte row[2];
  row[0] = late; row[1] = late;
  byte again;
  assert(row[1] == 5)
}

active proctype Watch() {
  atomic { byte got = seen; got++; seen == 255 -> got = 0 };
  d_step { byte x = 3; x++ ; seen = x }
}
