/* waymark: check --search dfs --por off --errors 0
   expect:  assertion
   states:  438   transitions: 772   errors: 8   (Spin, full search) */
/* Inlines: parameters by text, nested calls, locals of the body, labels and jumps, use in atomic and d_step. */
byte a = 1, b = 2, c;

inline swap(x, y) { byte t = x; x = y; y = t }
inline twice(x) { swap(x, c); swap(x, c) }
inline loop(n, body_var) {
  byte k;
  k = 0;
again:
  if
  :: k < n -> body_var++; k++; goto again
  :: else
  fi
}
inline pick(v) { if :: v = 0 :: v = 1 fi }

active proctype Main() {
  byte mine = 4;
  swap(a, b);
  assert(a == 2 && b == 1);   /* VIOLATION: Other may come between */
  twice(mine);
  assert(mine == 4);
  atomic { swap(mine, a); b = mine };
  loop(2, c);
  d_step { swap(a, b) }
  pick(c);
  assert(c <= 1)
}
active proctype Other() { loop(1, b) }
