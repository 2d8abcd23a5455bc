/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  305   transitions: 345   errors: 0   (Spin, full search) */
/* select takes any value of the range in steps. */
byte v, w; short s;
active proctype Choose() {
  select (v : 1 .. 4);
  select (s : -1 .. v);
  do :: select (w : v .. 5); if :: w == 5 -> break :: else fi od;
  assert(v >= 1 && v <= 4 && s >= -1 && s <= v)
}
