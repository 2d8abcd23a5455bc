mtype = { ready, busy };
mtype = { idle, ready };
init { skip }
