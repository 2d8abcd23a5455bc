/* The alternating bit protocol: a reliable connection over wires that lose messages.

   The sender repeats a message until it is acknowledged with the same bit; the receiver takes a message only if it
   carries the bit that it expects. What arrives is then what was sent, in order, without loss or doubles, which the
   receiver asserts. Losing is a choice of the wires, so the search covers every pattern of losses.

     waymark check examples/promela/alternating_bit.pml   holds */

mtype = {message, receipt};
chan forth = [1] of {mtype, byte, bit};
chan back  = [1] of {mtype, bit};

active proctype Sender() {
  byte value;
  bit  now, seen;
  do
  :: forth!message(value, now) ->
     if
     :: back?receipt(seen) ->
        if
        :: seen == now -> now = 1 - now; value = (value + 1) % 8
        :: else                               /* an old receipt: send again */
        fi
     :: timeout                               /* something was lost: send again */
     fi
  od
}

active proctype Receiver() {
  byte value, next_value;
  bit  carried, expected;
  do
  :: forth?message(value, carried) ->
     if
     :: carried == expected ->
        assert(value == next_value);
        next_value = (next_value + 1) % 8;
        expected = 1 - expected
     :: else                                  /* seen before */
     fi;
     if
     :: back!receipt(carried)
     :: skip                                  /* the receipt is lost */
     fi
  :: forth?message(_, _)                      /* the message is lost */
  od
}
