inline one() { return 1 }
init { one() }
