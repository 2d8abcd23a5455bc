/* File transfer in the manner of pftp: two users, two sessions, two flow controls, lossy wires; arrays of channels. */
#ifndef SIZE
#define SIZE 1
#endif
mtype = {connect, accept_, reject, data, eof, sync, ack};
chan use_ses[2] = [1] of {mtype, byte}; chan ses_use[2] = [1] of {mtype, byte};
chan ses_flow[2] = [1] of {mtype, byte}; chan flow_ses[2] = [1] of {mtype, byte};
chan wire[2] = [1] of {mtype, byte, bit};

proctype Session(bit n) {
  mtype t; byte v; bit connected;
endIdle:
  do
  :: use_ses[n]?t, v -> if :: t == eof -> connected = 0 :: t == accept_ -> connected = 1 :: else fi;
      ses_flow[n]!t, v; t = 0; v = 0
  :: flow_ses[n]?t, v ->
     if
     :: t == accept_ -> connected = 1
     :: t == eof -> connected = 0
     :: else
     fi;
     ses_use[n]!t, v; t = 0; v = 0
  od
}
proctype Flow(bit n) {
  mtype t, k; byte v, w; bit seq, want, b; bit busy;
endFlow:
  do
  :: !busy && ses_flow[n]?[t, v] -> ses_flow[n]?t, v; wire[n]!t, v, seq; busy = 1
  :: busy && empty(wire[1 - n]) && empty(wire[n]) -> if :: wire[n]!t, v, seq :: skip fi
  :: wire[1 - n]?k, w, b ->
     if
     :: k == ack -> if :: b == seq && busy -> busy = 0; seq = 1 - seq; t = 0; v = 0 :: else fi
     :: k != ack && b == want -> flow_ses[n]!k, w; want = 1 - want; wire[n]!ack, 0, b
     :: k != ack && b != want -> wire[n]!ack, 0, b
     fi;
     k = 0; w = 0; b = 0
  :: wire[1 - n]?_, _, _
  od
}
active proctype Client() {
  byte i;
  use_ses[0]!connect, 0;
endClient:
  do
  :: ses_use[0]?accept_, _ -> do :: i < SIZE -> use_ses[0]!data, i; i++ :: else -> break od; use_ses[0]!eof, 0;
      i = 0; use_ses[0]!connect, 0
  :: ses_use[0]?reject, _ -> use_ses[0]!connect, 1
  od
}
active proctype Host() {
  byte v, got;
endHost:
  do
  :: ses_use[1]?connect, _ -> if :: use_ses[1]!accept_, 0 :: use_ses[1]!reject, 0 fi
  :: ses_use[1]?data, v -> got++; v = 0
  :: ses_use[1]?eof, _ -> got = 0
  od
}
init { atomic { run Session(0); run Session(1); run Flow(0); run Flow(1) } }
