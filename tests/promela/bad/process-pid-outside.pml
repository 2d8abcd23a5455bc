byte x = _pid;
init { skip }
