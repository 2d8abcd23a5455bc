/* Spin: broken. S may send when P is there. */
chan q = [2] of {byte}; bit ready;
proctype P() { xs q; ready = 1; q!1 }
active proctype S() { do :: ready -> q!2; break :: ready == 0 od }
init { run P() }
