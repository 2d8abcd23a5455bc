bool fork[3]; byte eating;
active [3] proctype P() {
  byte left = _pid; byte right = (_pid + 1) % 3;
  do
  :: atomic { !fork[left] -> fork[left] = true };
     atomic { !fork[right] -> fork[right] = true };
     eating++; eating--;
     fork[left] = false; fork[right] = false
  od
}
ltl eats { [] <> (eating > 0) }
ltl eats_once { <> (eating > 0) }
