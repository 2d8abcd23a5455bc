/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  3   transitions: 4   errors: 0   (Spin, full search) */
/* np_ is true throughout a safety search. */
byte x;
active proctype A() { do :: x = 1; progress: x = 2 :: x = 0 od }
never { do :: np_ && x < 2 :: !np_ -> break od }
