/* Bartlett, Scantlebury, Wilkinson 1969: the alternating bit protocol, with losses and no timeout.
   cause: cycle
   threads: Sender 0, Receiver 1
   locks: acks, data */
chan data = [1] of { bit };
chan acks = [1] of { bit };

active proctype Sender() {
  bit seq, got;
  do
  :: if
     :: data ! seq
     :: skip  /* lost */
     fi;
     acks ? got;  /* ! */
     seq = 1 - seq
  od
}

active proctype Receiver() {
  bit got;
  do
  :: data ? got;  /* ! */
     acks ! got
  od
}
