mtype = { red, green, yellow }; mtype ns = red, ew = red; bool turn;
active proctype North() { do :: ew == red && !turn -> ns = green; ns = yellow; ns = red; turn = true od }
active proctype East() { do :: ns == red && turn -> ew = green; ew = yellow; ew = red; turn = false od }
ltl safe { [] !(ns == green && ew == green) }
ltl live { [] <> (ns == green) && [] <> (ew == green) }
ltl cycle { [] (ns == green -> (ns == green) U (ns == yellow)) }
