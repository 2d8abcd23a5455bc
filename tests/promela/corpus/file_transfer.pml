/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  622   transitions: 1558   errors: 3   (Spin, full search) */
/* A file transfer in the manner of Holzmann's pftp: session, data link with loss, and users. */
mtype = {connect, accept_, reject, data, eof, close_, ack_};
chan use_to_ses[2] = [1] of {mtype, byte}; chan ses_to_use[2] = [1] of {mtype, byte};
chan wire[2] = [1] of {mtype, byte};
byte received, dropped;

proctype Session(bit n) {
  mtype t; byte v; bit connected;
  endIdle:
  do
  :: !connected ->
     if
     :: use_to_ses[n]?connect, v -> wire[n]!connect, v
     :: wire[1 - n]?connect, v -> ses_to_use[n]!connect, v
     :: wire[1 - n]?t, v -> if :: t == accept_ -> connected = 1; ses_to_use[n]!accept_, 0
         :: t == reject -> ses_to_use[n]!reject, 0 :: else -> dropped = 1 fi
     :: use_to_ses[n]?accept_, v -> connected = 1; wire[n]!accept_, v
     :: use_to_ses[n]?reject, v -> wire[n]!reject, v
     fi
  :: connected ->
     if
     :: use_to_ses[n]?data, v -> wire[n]!data, v
     :: wire[1 - n]?data, v -> ses_to_use[n]!data, v
     :: use_to_ses[n]?eof, v -> wire[n]!eof, v; connected = 0
     :: wire[1 - n]?eof, v -> ses_to_use[n]!eof, v; connected = 0
     fi
  od
}
active proctype Client() {
  byte i; mtype t;
  use_to_ses[0]!connect, 0;
  do
  :: ses_to_use[0]?accept_, _ -> do :: i < 2 -> use_to_ses[0]!data, i; i++ :: else -> break od;
      use_to_ses[0]!eof, 0; break
  :: ses_to_use[0]?reject, _ -> break
  od
}
active proctype Host() {
  byte v;
  endHost:
  do
  :: ses_to_use[1]?connect, _ -> if :: use_to_ses[1]!accept_, 0 :: use_to_ses[1]!reject, 0 fi
  :: ses_to_use[1]?data, v -> assert(v == received); received++
  :: ses_to_use[1]?eof, _ -> assert(received == 2)
  od
}
init { atomic { run Session(0); run Session(1) } }
