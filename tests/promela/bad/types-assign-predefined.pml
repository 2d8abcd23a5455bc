init { _nr_pr = 3 }
