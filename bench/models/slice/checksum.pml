/* A sender that numbers messages, and a checksum on the side. */
chan line = [2] of { bit, byte };
chan back = [2] of { bit };
byte sum_sent, sum_received;

active proctype sender() {
  bit number;
  byte value;
  do
  :: line!number,value;
     sum_sent = sum_sent + value;
     value = (value + 3) % 10;
     back?eval(number);
     number = 1 - number
  od
}

active proctype receiver() {
  bit number, expected;
  byte value;
  do
  :: line?number,value ->
     assert(number == expected);
     sum_received = sum_received + value;
     expected = 1 - expected;
     back!number
  od
}
