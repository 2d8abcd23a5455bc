typedef Row { int cell[1000] };
Row table[2000];
init { table[0].cell[0] = 1 }
