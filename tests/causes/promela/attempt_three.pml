/* Ben-Ari, "Principles of the Spin Model Checker", third attempt: set, then wait; both wait.
   cause: cycle
   threads: P 0, Q 1
   locks: wantP, wantQ */
bool wantP, wantQ;

active proctype P() {
  do
  :: wantP = true;
     !wantQ;  /* ! */
     wantP = false
  od
}

active proctype Q() {
  do
  :: wantQ = true;
     !wantP;  /* ! */
     wantQ = false
  od
}
