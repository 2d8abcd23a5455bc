typedef Row { int cell[1000] };
typedef Table { Row row[1000]; int more[1000] };
Table t;
init { t.row[0].cell[0] = 1 }
