mtype = { prepare, yes, no, commit, abort };
chan to[2] = [1] of { mtype }; chan from = [2] of { mtype };
byte commits, aborts; bool decided;
active proctype Coordinator() {
  byte votes; mtype v;
  to[0]!prepare; to[1]!prepare;
  from?v; if :: v == yes -> votes++ :: else fi;
  from?v; if :: v == yes -> votes++ :: else fi;
  if :: votes == 2 -> to[0]!commit; to[1]!commit :: else -> to[0]!abort; to[1]!abort fi;
  decided = true
}
active [2] proctype Member() {
  byte me = _pid - 1; mtype d;
  to[me]?prepare; if :: from!yes :: from!no fi;
  to[me]?d; if :: d == commit -> commits++ :: d == abort -> aborts++ fi
}
ltl decides { <> decided }
ltl agree { [] !(commits > 0 && aborts > 0) }
ltl commits_all { <> (commits == 2) }
