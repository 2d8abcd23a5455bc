/* Spin: kept. The server sends to a channel that it was told. */
chan ask = [2] of {chan, byte}; chan a = [1] of {byte}; chan b = [1] of {byte}; byte sum;
proctype Client(chan mine; byte n) { xr mine; byte v; ask!mine, n; mine?v; v = v + 1; v = 0 }
active proctype Server() { xr ask; chan to; byte n; do :: ask?to, n; to!n; n = 0 od }
active proctype Other() { sum = sum + 1; sum = sum + 1 }
init { atomic { run Client(a, 1); run Client(b, 2) } }
