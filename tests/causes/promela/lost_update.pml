/* Ben-Ari, "Principles of the Spin Model Checker", interference: two processes add by reading and writing.
   cause: assertion
   threads: :init: 0
   values: n == 1 */
byte n, finished;

proctype P() {
  byte temp;
  temp = n + 1;
  n = temp;
  finished++
}

init {
  atomic { run P(); run P() }
  finished == 2;
  assert(n == 2)  /* ! */
}
