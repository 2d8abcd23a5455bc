chan ring[3] = [1] of { byte };
byte holder;
proctype Node(byte id) {
  byte t;
  do
  :: ring[id]?t -> holder = id; progress: ring[(id + 1) % 3]!t
  od
}
init { atomic { ring[0]!1; run Node(0); run Node(1); run Node(2) } }
ltl all_hold { [] <> (holder == 0) && [] <> (holder == 1) && [] <> (holder == 2) }
ltl stays { <> [] (holder == 1) }
