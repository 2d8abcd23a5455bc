bool stop;
active proctype A() { do :: !stop -> accept: skip :: stop -> break od }
active proctype B() { stop = true }
