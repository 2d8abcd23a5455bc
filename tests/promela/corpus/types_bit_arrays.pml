/* waymark: check --search dfs --por off --errors 0
   expect:  assertion
   states:  15   transitions: 15   errors: 2   (Spin, full search) */
/* Arrays of bit keep whole bytes, single bits do not. */
bit single; bit many[2]; bool flags[2];
typedef Box { bit one; bit row[2]; unsigned w : 3 }
Box box;

active proctype Store() {
  bit local_one; bit local_row[2];
  single = 3; many[1] = 3; flags[0] = 7;
  local_one = 2; local_row[1] = 2;
  box.one = 3; box.row[0] = 5; box.w = 12;
  assert(single == 1);
  assert(many[1] == 1);        /* VIOLATION */
  assert(local_row[1] == 2 && local_one == 0);
  assert(box.one == 1 && box.w == 4);
  assert(box.row[0] == 1)      /* VIOLATION */
}
