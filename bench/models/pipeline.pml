/* A pipeline of filters over rendezvous channels, each stage doing something else, with a feeder and a sink. */
#ifndef LAST
#define LAST 4
#endif
chan c0 = [0] of {byte}; chan c1 = [0] of {byte}; chan c2 = [0] of {byte}; chan c3 = [0] of {byte};
chan c4 = [0] of {byte}; chan c5 = [0] of {byte};
byte total;

active proctype Feeder() { byte v; do :: if :: v = 1 :: v = LAST fi; c0!v; v = 0 od }
active proctype Doubler() { byte v; do :: c0?v -> c1!v * 2; v = 0 od }
active proctype Delay() { byte a, b; do :: c1?a -> if :: b != 0 -> c2!b :: else fi; b = a; a = 0 od }
active proctype Splitter() { byte v; do :: c2?v -> do :: v > 2 -> c3!2; v = v - 2 :: v <= 2 -> c3!v; v = 0;
    break od od }
active proctype Adder() { byte s, v; do :: c3?v -> s = s + v; v = 0; if :: s >= 5 -> c4!s; s = 0 :: else fi od }
active proctype Dropper() { byte v; do :: c4?v -> if :: c5!v :: skip fi; v = 0 od }
active proctype Sink() { byte v; do :: c5?v -> total = (total + v) % 3; v = 0 od }
