/* Two device drivers written as automata, by labels and gotos as tools print them, and the bus that brings them events. */
mtype = { up, down, data, ack, error }
chan bus[2] = [1] of { mtype };
chan wire = [2] of { mtype };
byte served;

proctype driver(byte me)
{
	byte tries;
	mtype got;
end_off:
	bus[me]?got;
	if
	:: got == up -> goto starting
	:: else -> goto end_off
	fi;
starting:
	tries = 0;
	goto probing;
probing:
	tries++;
	if
	:: tries == 2 -> goto ready
	:: else -> goto settling
	fi;
settling:
	skip;
	goto probing;
ready:
	bus[me]?got;
	if
	:: got == data -> goto sending
	:: got == down -> goto stopping
	:: else -> goto failing
	fi;
sending:
	wire!data;
	goto waiting;
waiting:
	tries = 0;
	goto counting;
counting:
	served = served + 1;
	goto leaving;
leaving:
	served = served - 1;
	goto ready;
failing:
	wire!error;
	goto stopping;
stopping:
	tries = 0;
	goto end_off
}

active proctype port()
{
	mtype got;
end:
	do
	:: wire?got
	od
}

proctype events(byte to)
{
	byte i;
	bus[to]!up;
	do
	:: i < 2 -> i++;
		if
		:: bus[to]!data
		:: bus[to]!ack -> bus[to]!up
		fi
	:: i == 2 -> bus[to]!down; break
	od
}

init {
	atomic { run driver(0); run driver(1); run events(0); run events(1) }
}
