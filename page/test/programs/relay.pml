/* A sends three messages, B passes them on, C loses count. */
chan first = [2] of { byte };
chan second = [2] of { byte };
byte sum;

active proctype A() {
  byte i;
  do
  :: i < 3 -> first!i; i++
  :: else -> break
  od
}
active proctype B() {
  byte x;
end:
  do
  :: first?x -> second!x
  od
}
active proctype C() {
  byte x;
end:
  do
  :: second?x -> sum = sum + x; assert(sum < 3)
  od
}
