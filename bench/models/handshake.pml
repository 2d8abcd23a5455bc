/* Two processes and a handshake of four phases: one counts up a value and offers it, the other takes it and adds it to
   a sum; two bytes of wide range, four phases, and what was taken last. */
#ifndef MOST
#define MOST 250
#endif
bit request, acknowledge;
byte data, sum;

active proctype Sender() {
  do
  :: data < MOST -> data++
  :: request = 1; acknowledge == 1; data = 0; request = 0; acknowledge == 0
  od
}
active proctype Receiver() {
  do
  :: request == 1;
     if
     :: sum + data <= 255 -> sum = sum + data
     :: else -> sum = 0
     fi;
     acknowledge = 1; request == 0; acknowledge = 0
  :: sum > 0 -> sum--
  od
}
