proctype P(chan c) { c!1 }
init { chan q; run P(q) }
