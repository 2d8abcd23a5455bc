bool fork[3]; bool ate;
active [3] proctype P() {
  byte first = (_pid == 2 -> 0 : _pid); byte second = (_pid == 2 -> 2 : _pid + 1);
  do
  :: atomic { !fork[first] -> fork[first] = true };
     atomic { !fork[second] -> fork[second] = true };
     ate = true; ate = false;
     fork[second] = false; fork[first] = false
  od
}
ltl someone { [] <> ate }
