mtype = { data, ack };
chan to = [1] of { mtype, bit }; chan from = [1] of { mtype, bit };
byte got;
active proctype Sender() {
  bit s;
  do
  :: to!data, s;
     if
     :: from?ack, eval(s) -> s = 1 - s
     :: from?ack, _
     :: timeout
     fi
  od
}
active proctype Receiver() {
  bit r; bit b;
  do
  :: to?data, b ->
     if
     :: b == r -> progress_got: got = 1 - got; r = 1 - r
     :: else
     fi;
     if :: from!ack, b :: true fi
  od
}
ltl delivers { [] <> (got == 1) }
ltl if_lucky { [] <> (len(from) > 0) -> [] <> (got == 1) }
