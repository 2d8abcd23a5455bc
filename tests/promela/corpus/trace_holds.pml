/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  64   transitions: 94   errors: 0   (Spin, full search) */
/* Every send and receive on the channels follows the pattern, which may end at its label. */
mtype = {req, rep}; chan a = [1] of {mtype, byte}; chan b = [1] of {mtype}; chan free = [1] of {byte}; byte n;
trace { end: do :: a!req, _; a?req, _; b!rep; b?rep od }
active proctype C() { do :: n < 3 -> a!req, n; free!n; b?rep; n++ :: n == 3 -> break od }
active proctype S() { byte v; end: do :: a?req, v -> b!rep :: free?v od }
