/* waymark: check --search dfs --por off --errors 0
   expect:  channel
   states:  not comparable (Spin stops or goes on undefined) */
/* A message to a channel whose process is gone. */
chan hub = [1] of {chan}; byte x;
proctype Gone() { chan own = [1] of {byte}; hub!own }
init { chan c; run Gone(); hub?c; _nr_pr == 1; x = len(c); c!1 }
