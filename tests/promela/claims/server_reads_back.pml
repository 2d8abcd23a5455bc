/* Spin: broken */
chan ask = [2] of {chan, byte}; chan a = [1] of {byte}; chan b = [1] of {byte};
proctype Client(chan mine; byte n) { xr mine; byte v; ask!mine, n; mine?v }
active proctype Server() { xr ask; chan to; byte n; do :: ask?to, n; to!n; if :: to?n :: skip fi od }
init { atomic { run Client(a, 1); run Client(b, 2) } }
