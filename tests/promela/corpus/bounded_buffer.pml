/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  140   transitions: 280   errors: 2   (Spin, full search) */
/* Producers and consumers over an array with indices, guarded by counting conditions in atomics. */
#define SIZE 2
byte buf[SIZE]; byte head, count_, taken, made;
active [2] proctype Producer() { do :: made < 3 -> atomic {
    made < 3 && count_ < SIZE -> buf[(head + count_) % SIZE] = made + 1; made++; count_++ } :: made >= 3 -> break od }
active proctype Consumer() { byte v; do :: atomic { count_ > 0 -> v = buf[head]; buf[head] = 0;
    head = (head + 1) % SIZE; count_-- }; taken++; assert(v == taken) :: taken == 3 -> break od }
