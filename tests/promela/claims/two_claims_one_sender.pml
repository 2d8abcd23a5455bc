/* Spin: broken. Waymark: kept, since nobody else claims the end when R sends. */
chan q = [2] of {byte};
proctype P(chan c) { xs c; byte x; x = 1 }
proctype R(chan c) { xs c; _nr_pr == 2; c!1 }
init { atomic { run R(q); run P(q) } }
