/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  53   transitions: 66   errors: 2   (Spin, full search) */
/* Escapes that receive from and send to rendezvous channels. */
chan stop = [0] of {byte}; chan note = [0] of {byte}; byte x, v;
active proctype Worker() {
  { x = 1; x = 2; x = 3; x = 4 } unless { stop?v -> x = 50 + v };
  { x++; x++ } unless { note!x }
}
active proctype Boss() { if :: stop!1 :: x == 4 -> skip fi; byte w; if :: note?w -> x = w :: x > 6 fi }
