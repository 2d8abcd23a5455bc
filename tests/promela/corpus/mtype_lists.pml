/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  17   transitions: 20   errors: 0   (Spin, full search) */
/* Numbering of mtype lists, and of named subtypes on their own. */
mtype = {a, b, c}
mtype = {d, e}
mtype:fruit = {apple, pear, plum}
mtype:sweet = {toffee, fudge}
mtype m; mtype:fruit f; mtype:sweet s = fudge;
chan q = [2] of {mtype, mtype:fruit};

active proctype Numbers() {
  assert(a == 3 && b == 2 && c == 1 && d == 5 && e == 4);
  assert(apple == 3 && pear == 2 && plum == 1 && toffee == 2 && fudge == 1);
  q!a, pear;
  q!e(plum)
}

active proctype Read() {
  q?m, f;
  if
  :: m == a && f == pear -> printm(m)
  :: m == e -> assert(false)
  fi;
  q?e, f;
  s = toffee;
  printf("%e %e\n", m, f);
  assert(f == plum && s == 2)
}
