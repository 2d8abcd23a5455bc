byte floor; bool call[3]; bool up = true;
active proctype User() { do :: call[0] = true :: call[1] = true :: call[2] = true od }
active proctype Lift() {
  do
  :: call[floor] -> call[floor] = false
  :: up && floor < 2 -> floor++
  :: !up && floor > 0 -> floor--
  :: floor == 2 -> up = false
  :: floor == 0 -> up = true
  od
}
ltl serves { [] (call[1] -> <> (floor == 1)) }
ltl sweeps { [] <> (floor == 0) }
