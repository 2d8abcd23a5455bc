/* Phones that move between two stations: a station hands the channel on which it talks to a phone over to the other one,
   by a message that carries the channel. */
#ifndef CALLS
#define CALLS 2
#endif
mtype = { talk, switch_over, hang_up }
chan line[2] = [1] of { mtype };        /* station to phone */
chan hand_over = [0] of { chan };
chan trunk = [1] of { byte };
byte heard[2];

proctype station(bool begins; chan first)
{
	chan phone;
	byte calls;
	if
	:: begins -> phone = first
	:: else -> hand_over?phone
	fi;
	do
	:: calls < CALLS -> phone!talk; trunk!calls; calls++
	:: phone!switch_over -> hand_over!phone; hand_over?phone
	:: calls == CALLS -> phone!hang_up; break
	od
}

proctype phone(byte me; chan air)
{
	do
	:: air?talk -> heard[me] = heard[me] + 1
	:: air?switch_over
	:: air?hang_up -> break
	od
}

active proctype exchange()
{
	byte n, busy;
end:
	do
	:: trunk?n -> busy = busy + n; busy = 0
	od
}

init {
	atomic {
		run station(true, line[0]); run station(false, line[1]);
		run phone(0, line[0]); run phone(1, line[1])
	}
}
