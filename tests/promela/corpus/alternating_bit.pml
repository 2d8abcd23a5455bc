/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  77   transitions: 93   errors: 0   (Spin, full search) */
/* Alternating bit protocol over channels that lose messages. */
mtype = {msg, ack};
chan to_r = [1] of {mtype, byte, bit}; chan to_s = [1] of {mtype, bit};
active proctype Sender() {
  byte data; bit seq, b;
  do
  :: to_r!msg, data, seq;
     if
     :: to_s?ack, b ->
        if :: b == seq -> seq = 1 - seq; data = (data + 1) % 4 :: else fi
     :: timeout
     fi
  od
}
active proctype Receiver() {
  byte d, expect; bit b, want;
  do
  :: to_r?msg, d, b ->
     if
     :: b == want -> assert(d == expect); expect = (expect + 1) % 4; want = 1 - want
     :: else
     fi;
     if :: to_s!ack, b :: skip fi
  :: to_r?_, _, _
  od
}
