/* Coffman, Elphick, Shoshani 1971, "System deadlocks": circular wait by two orders of two locks.
   cause: cycle
   threads: A 0, B 1
   locks: m, n */
byte m, n;
inline lock(l) { atomic { l == 0 -> l = _pid + 1 } }  /* ! */
inline unlock(l) { l = 0 }

active proctype A() {
  lock(m);
  lock(n);
  unlock(n);
  unlock(m)
}

active proctype B() {
  lock(n);
  lock(m);
  unlock(m);
  unlock(n)
}
