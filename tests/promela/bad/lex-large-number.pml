int x = 4294967296;
init { x++ }
