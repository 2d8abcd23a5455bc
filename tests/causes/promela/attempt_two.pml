/* Ben-Ari, "Principles of the Spin Model Checker", second attempt at the critical section problem: look, then set.
   cause: assertion
   threads: Q 1
   values: critical == 2 */
bool wantP, wantQ;
byte critical;

active proctype P() {
  do
  :: !wantQ ->
     wantP = true;
     critical++;
     assert(critical <= 1);
     critical--;
     wantP = false
  od
}

active proctype Q() {
  do
  :: !wantP ->
     wantQ = true;
     critical++;
     assert(critical <= 1);  /* ! */
     critical--;
     wantQ = false
  od
}
