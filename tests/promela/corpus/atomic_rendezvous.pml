/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  112   transitions: 156   errors: 4   (Spin, full search) */
/* Rendezvous inside atomics: control passes to an atomic receiver, and comes back as ordinary competition. */
chan r = [0] of {byte}; byte who, log[2]; byte at;
active proctype Sender() { atomic { who = 1; r!5; who = 2; at++; at++ }; who = 3 }
active proctype Receiver() { byte v; atomic { r?v; log[0] = who; who = 4; at = at + v }; log[1] = who }
active proctype Other() { byte w; if :: r?w -> w++; at = w :: at > 3 fi; who = 9 }
