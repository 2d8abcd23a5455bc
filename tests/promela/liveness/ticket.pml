byte next, serving, turns;
active [2] proctype P() {
  byte mine;
  do
  :: d_step { mine = next; next = (next + 1) % 4 };
     serving == mine;
progress:
     turns = (turns + 1) % 2;
     serving = (serving + 1) % 4
  od
}
ltl moves { [] <> (turns == 1) }
