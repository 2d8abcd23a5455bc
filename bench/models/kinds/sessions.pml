/* Files are sent in sessions: each opens, sends its blocks, is acknowledged for each, and closes. A channel loses nothing,
   but the disk of the receiver may be full, and then the session is broken off. */
#ifndef BLOCKS
#define BLOCKS 3
#endif
mtype = { open, block, close, accept, ack, no_room }
chan to[2] = [1] of { mtype, byte };
chan back[2] = [1] of { mtype };
chan disk = [1] of { byte };
chan freed = [1] of { byte };
byte sessions;

proctype sender(byte me)
{
	byte n;
	to[me]!open, 0;
	if
	:: back[me]?accept
	:: back[me]?no_room -> goto over
	fi;
	do
	:: n < BLOCKS -> to[me]!block, n;
		if
		:: back[me]?ack -> n++
		:: back[me]?no_room -> goto over
		fi
	:: n == BLOCKS -> to[me]!close, 0; break
	od;
over:
	skip
}

proctype receiver(byte me)
{
	byte n, expected;
end:
	to[me]?open, n;
	sessions++;
	back[me]!accept;
	do
	:: to[me]?block, n ->
		assert(n == expected);
		expected++;
		if
		:: disk!n; freed?n; back[me]!ack
		:: back[me]!no_room; goto gone
		fi
	:: to[me]?close, n -> break
	od;
gone:
	sessions--
}

active proctype disk_driver()
{
	byte n;
end:
	do
	:: disk?n -> freed!n
	od
}

init {
	atomic { run sender(0); run receiver(0); run sender(1); run receiver(1) }
}
