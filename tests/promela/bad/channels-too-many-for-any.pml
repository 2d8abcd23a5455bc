chan q = [1] of { byte, byte };
proctype P(chan c) { c!1,2,3 }
init { run P(q) }
