byte n;
proctype Worker() { n++ }
init { run Worker(); run Worker(); n == 2 -> n = 9 }
ltl all_done { <> [] (n == 9) }
ltl counts { <> (n == 2) }
