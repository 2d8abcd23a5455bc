/* A small kernel: init is the scheduler, and everything goes through it. Tasks ask it for memory and the clock by one
   channel and wait for its answer each on a channel of their own. */
#ifndef TASKS
#define TASKS 3
#endif
mtype = { alloc, free, sleep, stop, yes, no }
chan call = [TASKS] of { mtype, byte };
chan answer[TASKS] = [1] of { mtype };
chan tick = [1] of { byte };

proctype task(byte me)
{
	byte work;
	call!alloc, me;
	if
	:: answer[me]?yes -> work++; work--; call!free, me
	:: answer[me]?no -> call!sleep, me; answer[me]?yes
	fi;
	call!stop, me
}

active proctype clock()
{
	byte n;
end:
	do
	:: tick?n
	od
}

init {
	mtype what;
	byte who, pages = 2, alive, at;
	atomic {
		do
		:: at < TASKS -> run task(at); at++
		:: else -> break
		od;
		alive = TASKS; at = 0
	};
	do
	:: alive > 0 ->
		call?what, who;
		if
		:: what == alloc ->
			if
			:: pages > 0 -> pages--; answer[who]!yes
			:: else -> answer[who]!no
			fi
		:: what == free -> pages++
		:: what == sleep -> tick!who; answer[who]!yes
		:: what == stop -> alive--
		fi;
		at = at + 1;
		if
		:: at == 4 -> at = 0; tick!at
		:: else -> skip
		fi
	:: alive == 0 -> break
	od
}
