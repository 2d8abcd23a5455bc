/* Transfers between two accounts, with fees that are only added up. */
byte a = 3, b = 3;
byte fees, transfers;

active [2] proctype clerk() {
  do
  :: atomic { a > 0 -> a--; b++ };
     fees = fees + 2;
     transfers++;
     assert(a + b == 6)
  :: atomic { b > 0 -> b--; a++ };
     fees = fees + 1;
     transfers++
  od
}
