byte readers; bool writing;
active [2] proctype Reader() { do :: atomic { !writing -> readers++ }; progress_read: readers-- od }
active proctype Writer() { do :: atomic { readers == 0 && !writing -> writing = true }; writing = false od }
ltl writes { [] <> writing }
ltl excludes { [] !(writing && readers > 0) }
ltl reads { [] <> (readers > 0) }
