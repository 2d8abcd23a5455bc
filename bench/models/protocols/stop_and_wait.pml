/* Stop-and-wait over a medium that may corrupt: a corrupt frame is answered by a NAK. */
mtype = { DATA, ACK, NAK };
#define LAST 4
chan to_medium = [0] of { mtype, byte, bool };
chan to_receiver = [1] of { mtype, byte, bool };
chan back = [1] of { mtype };

active proctype sender() {
  byte n = 0; mtype answer;
  do
  :: n < LAST ->
resend:
     to_medium ! DATA(n, true);
     back ? answer;
     if
     :: answer == ACK -> n++
     :: answer == NAK -> goto resend
     fi
  :: n == LAST -> break
  od
}
active proctype medium() {
  mtype k; byte v; bool good; byte faults;
  end: do
  :: to_medium ? k, v, good ->
     if
     :: to_receiver ! k, v, good
     :: faults < 3 -> faults++; to_receiver ! k, v, false
     fi
  od
}
active proctype receiver() {
  byte expected, v; mtype k; bool good;
  end: do
  :: to_receiver ? k, v, good ->
     if
     :: good -> assert(v == expected); expected++; back ! ACK
     :: !good -> back ! NAK
     fi
  od
}
