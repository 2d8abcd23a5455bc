mtype = { A, M };
typedef Buffer { int size; mtype cont };
chan rq = [2] of { Buffer, bit };
chan sq = [2] of { Buffer, bit };
active proctype abp_receiver() {
  Buffer Bufinp, Bufout;
  short s, E = 0; byte cnt;
  Bufout.size = 1;
  Bufout.cont = A;
  do
  :: rq?Bufinp,s ->
     cnt++;
     sq!Bufout,s;
     if
     :: (s == E) -> E = (1 - E); printf("C: !(!put_data(&(Bufinp)))\n")
     :: !(s == E)
     fi
  :: timeout -> break
  od
}
active proctype abp_sender() {
  Buffer Bufinp, Bufout;
  short s, S = 0; byte cnt;
  do
  :: printf("C: !(!get_data(&(Bufout)))\n");
     cnt++;
     rq!Bufout,S;
     if
     :: sq?Bufinp,s
     :: timeout -> break
     fi;
     if
     :: s == S -> S = (1 - S)
     :: else
     fi
  od
}
