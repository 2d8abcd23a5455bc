/* waymark: check --search dfs --por off --errors 0
   expect:  assertion, deadlock
   states:  264   transitions: 424   errors: 39   (Spin, full search) */
/* Needham-Schroeder public key protocol with an intruder who is a registered user: Lowe's attack. */
mtype = {A, B, I, Na, Nb, Ni, m1, m2, m3, none};
chan net = [0] of {mtype, mtype, mtype, mtype, mtype};   /* kind, to, key, two contents */
mtype partner_a = none, partner_b = none; bit done_a, done_b; bit knows_na, knows_nb;

active proctype Initiator() {
  mtype nonce;
  if :: partner_a = B :: partner_a = I fi;
  net!m1, partner_a, partner_a, A, Na;
  net?m2, eval(A), eval(A), eval(Na), nonce;
  net!m3, partner_a, partner_a, nonce, none;
  done_a = 1
}
active proctype Responder() {
  mtype who, nonce;
  net?m1, eval(B), eval(B), who, nonce;
  partner_b = who;
  net!m2, who, who, nonce, Nb;
  net?m3, eval(B), eval(B), eval(Nb), _;
  done_b = 1;
  assert(partner_b != A || partner_a == B)   /* VIOLATION */
}
active proctype Intruder() {
  mtype kind, to, key, c1, c2; mtype k_kind = none, k_key, k_1, k_2;
  do
  :: net?kind, to, key, c1, c2 ->
     if
     :: key == I -> d_step {
          if :: c1 == Na || c2 == Na -> knows_na = 1 :: else fi;
          if :: c1 == Nb || c2 == Nb -> knows_nb = 1 :: else fi;
          kind = none; to = none; key = none; c1 = none; c2 = none
        }
     :: else -> d_step { k_kind = kind; k_key = key; k_1 = c1; k_2 = c2; kind = none; to = none; key = none;
         c1 = none; c2 = none }
     fi
  :: k_kind != none -> net!k_kind, k_key, k_key, k_1, k_2
  :: knows_na -> net!m1, B, B, A, Na
  :: net!m1, B, B, I, Ni
  :: knows_nb -> net!m3, B, B, Nb, none
  :: timeout -> break
  od
}
