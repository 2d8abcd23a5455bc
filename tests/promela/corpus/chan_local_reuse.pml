/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  990   transitions: 2022   errors: 0   (Spin, full search) */
/* Channels die with their process; their numbers are used again by the next. */
chan hub = [2] of {chan, byte}; chan now_at; byte sum;
proctype Short(byte n) {
  chan own = [1] of {byte}; chan aside = [0] of {byte};
  hub!own, n;
  own?n;
  sum = sum + n
}
init {
  byte i, n; chan c;
  do
  :: i < 3 -> run Short(i); hub?c, n; now_at = c; c!n * 2; i++
  :: i == 3 -> break
  :: _nr_pr == 1 && i < 3 -> run Short(10 + i); hub?c, n; c!1; i++
  od;
  _nr_pr == 1
}
