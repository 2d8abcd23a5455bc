/* The unisex bathroom: at most two inside, all of one kind. A baton passes who may go on. */
mtype = { man, woman };
byte inside[3];
bool baton = true;
byte waiting[3];
inline enter(who, other) {
  atomic { baton -> baton = false };
  if
  :: inside[other] > 0 || inside[who] == 2 ->
     waiting[who]++; baton = true;
     atomic { baton && inside[other] == 0 && inside[who] < 2 -> baton = false };
     waiting[who]--
  :: else
  fi;
  inside[who]++;
  baton = true
}
inline leave(who) {
  atomic { baton -> baton = false };
  inside[who]--;
  baton = true
}
proctype person(mtype kind) {
  byte visits = 0;
  mtype other;
  other = (kind == man -> woman : man);
  do
  :: visits < 1 ->
     enter(kind, other);
     assert(inside[other] == 0 && inside[kind] <= 2);
     leave(kind);
     visits++
  :: else -> break
  od
}
init { atomic { run person(man); run person(man); run person(woman); run person(woman) } }
