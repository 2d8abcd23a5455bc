/* sound */
byte token, rounds;
active [3] proctype P() {
  byte n;
  do
  :: n < 2 -> (token == _pid); token = (_pid + 1) % 3; n++; rounds = n; assert(rounds <= 2)
  :: else -> break
  od
}
