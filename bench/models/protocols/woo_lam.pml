/* A one-way authentication in the manner of Woo and Lam, with an intruder who reorders and replays. */
mtype = { hello, nonce, reply, ask, answer, A, B, S, X, k_as, k_xs, k_bs };
chan net = [0] of { mtype, mtype, mtype, mtype };   /* kind, receiver, content, key */
mtype said_by_a;
bool b_done;

active proctype Alice() {
  mtype n, k;
  net ! hello, B, A, A;
  net ? nonce, A, n, k;
  atomic { said_by_a = n; net ! reply, B, n, k_as }
}
active proctype Bob() {
  mtype who, n, key, k;
  net ? hello, B, who, k;
  net ! nonce, who, S, B;
  net ? reply, B, n, key;
  net ! ask, S, n, key;
  net ? answer, B, n, eval(k_bs);
  if :: n == S -> b_done = true :: else -> skip fi
}
active proctype Server() {
  mtype n, k;
  end: do
  :: net ? ask, S, n, k ->
     if
     :: k == k_as || k == k_xs -> net ! answer, B, n, k_bs
     :: else -> skip
     fi
  od
}
active proctype Intruder() {
  mtype kind, to, what, key; byte steps;
  end: do
  :: steps < 4 -> net ? kind, to, what, key; steps++
  :: steps < 4 -> steps++;
     if
     :: net ! hello, B, A, X
     :: net ! reply, B, what, k_xs
     :: net ! nonce, A, what, X
     fi
  od
}
