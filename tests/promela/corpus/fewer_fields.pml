/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  317   transitions: 593   errors: 0   (Spin, full search) */ */
/* A poll that names fewer fields than the channel has asks about these; a comment that is closed once more is a blank;
   what an array of records is given as initial value goes to nobody.
*/ */
typedef T { byte a = 2; byte b };
T x[2] = 3;
T y[2] = { 4, 5 };
chan q = [2] of { byte, byte, byte };
byte r;

active proctype Sender() { byte k; do :: k < 3 -> q!k,k+1,7; k++ :: else -> break od }
active proctype Asker() {
  byte a, b, c, n;
  do
  :: n < 3 -> q?a,b,c; n++
  :: q?[0] -> assert(n == 0); r = 1
  :: q?[1, 2] -> assert(n <= 1); r = 2
  :: q??[2] -> r = 3
  :: n == 3 -> break
  od;
  assert(x[0].a == 2 && x[1].b == 0 && y[1].a == 2)
}
