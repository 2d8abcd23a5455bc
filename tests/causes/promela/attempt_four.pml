/* Ben-Ari, "Principles of the Spin Model Checker", fourth attempt: give way for a moment; a process starves.
   options: --fair
   cause: formula
   threads: P 0
   values: csp */
bool wantP, wantQ, csp, csq;
ltl nostarve { [] (wantP -> <> csp) }

active proctype P() {
  do
  :: wantP = true;  /* ! */
     do
     :: wantQ -> wantP = false; wantP = true
     :: else -> break
     od;
     csp = true;
     csp = false;
     wantP = false
  od
}

active proctype Q() {
  do
  :: wantQ = true;
     do
     :: wantP -> wantQ = false; wantQ = true
     :: else -> break
     od;
     csq = true;
     csq = false;
     wantQ = false
  od
}
