/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  60   transitions: 97   errors: 0   (Spin, full search) */
/* A d_step that begins with else, with a receive, and as the last step of an atomic. */
chan q = [1] of {byte}; byte x, n;
active proctype A() {
  byte v;
  do
  :: q?v -> n++
  :: n == 2 -> break
  :: d_step { else -> x++; x = x % 3 }
  od;
  atomic { x = 1; d_step { x = 2; x = 3 } };
  d_step { q?v; n = v }
}
active proctype B() { q!1; d_step { n == 1 -> q!2; n = 1 }; q!4 }
