mtype = { ready, busy };
init { ready = 1 }
