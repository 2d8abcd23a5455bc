/* Spin: broken. Waymark: kept, since nobody claims the end any more when S sends. */
chan q = [2] of {byte}; byte done;
active proctype S() { done == 1 && _nr_pr == 1 -> q!2 }
active proctype P() { xs q; q!1; done = 1 }
