init { skip }
ltl p { [] true
