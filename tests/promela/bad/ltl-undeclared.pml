init { skip }
ltl p { [] (y > 0) }
