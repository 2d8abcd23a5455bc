inline f() { if :: skip fi
init { f() }
