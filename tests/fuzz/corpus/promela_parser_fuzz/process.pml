byte x; chan q = [1] of { byte };
inline f(a) { if :: a > 0 -> a-- :: else -> goto done fi; done: skip }
active proctype P(byte n) { do :: atomic { q!x; x++ } :: q?n unless { timeout } od; f(x) }
