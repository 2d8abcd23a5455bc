/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  41   transitions: 41   errors: 0   (Spin, full search) */
/* Records in records, arrays of records, two dimensions, record assignment by field, records as messages. */
#define N 2
typedef Cell { byte v; bit set }
typedef Row { Cell cell[N]; short sum }
typedef Grid { Row row[N]; unsigned used : 3 }
Grid g; Row spare;
chan post = [1] of {Cell, byte};

active proctype Fill() {
  byte i, j;
  do
  :: i < N ->
     j = 0;
     do
     :: j < N -> g.row[i].cell[j].v = i * 10 + j; g.row[i].cell[j].set = 1;
        g.row[i].sum = g.row[i].sum + g.row[i].cell[j].v; g.used++; j++
     :: else -> break
     od;
     i++
  :: else -> break
  od;
  assert(g.row[1].cell[1].v == 11 && g.row[1].sum == 21 && g.used == 4);
  post!g.row[1].cell[0], 3
}

active proctype Take() {
  Cell got; byte extra;
  post?got, extra;
  spare.cell[1].v = got.v + extra;
  assert(spare.cell[1].v == 13 && got.set)
}
