/* A client and a server behind a relay, an audit log beside them. The trace says that every request is answered before
   the next is made, and in which order the relay passes them on. Only two of the six channels are its business. */
#ifndef ROUNDS
#define ROUNDS 3
#endif
mtype = { get, put, done }
chan request = [1] of { mtype, byte };
chan reply = [1] of { mtype };
chan to_server = [2] of { mtype, byte };
chan from_server = [2] of { mtype };
chan log = [2] of { byte };
chan report = [1] of { byte };

trace {
	end: do
	:: request!get, _; reply?done
	:: request!put, _; reply?done
	od
}

active proctype client()
{
	byte i;
	do
	:: i < ROUNDS ->
		if
		:: request!get, i
		:: request!put, i
		fi;
		reply?done;
		i++
	:: else -> break
	od
}

active proctype relay()
{
	mtype what;
	byte n;
end:
	do
	:: request?what, n -> to_server!what, n; log!n
	:: from_server?what -> reply!what
	od
}

active proctype server()
{
	mtype what;
	byte n, kept;
end:
	do
	:: to_server?what, n ->
		if
		:: what == put -> kept = n
		:: else -> skip
		fi;
		from_server!done
	od
}

active proctype auditor()
{
	byte n, sum;
end:
	do
	:: log?n -> sum = sum + n; report!sum; sum = 0
	od
}

active proctype printer()
{
	byte n;
end:
	do
	:: report?n
	od
}
