(** The probabilistic step of lean certificates: two different multisets of elements of a field of prime order have
    equal products, at a point z, for at most n of the p points.

    A certifier multiplies (z - a) for each state a that is announced, and (z - b) for each b that is arrived at. Both
    are values of polynomials with leading coefficient 1 and the same degree n. Their difference has a lower degree, and
    it is not zero if the multisets differ. A polynomial of degree d that is not zero has at most d roots. *)

From Coq Require Import ZArith List Bool Lia Znumtheory Permutation.
Import ListNotations.
Open Scope Z_scope.

Section Field.
Variable p : Z.
Hypothesis p_prime : prime p.

Lemma p_positive : 0 < p.
Proof. destruct p_prime. lia. Qed.

Lemma p_large : 1 < p.
Proof. now destruct p_prime. Qed.

(** Numbers that are the same element of the field. *)
Definition same (a b : Z) : Prop := (p | a - b).

Lemma same_refl a : same a a.
Proof. exists 0. lia. Qed.

Lemma same_sym a b : same a b -> same b a.
Proof. intros [k e]. exists (- k). lia. Qed.

Lemma same_trans a b c : same a b -> same b c -> same a c.
Proof. intros [k e] [l f]. exists (k + l). lia. Qed.

Lemma same_add a b c d : same a b -> same c d -> same (a + c) (b + d).
Proof. intros [k e] [l f]. exists (k + l). lia. Qed.

Lemma same_mul a b c d : same a b -> same c d -> same (a * c) (b * d).
Proof. intros [k e] [l f]. exists (k * c + b * l). nia. Qed.

Lemma same_dec a b : {same a b} + {~ same a b}.
Proof. apply Zdivide_dec. Qed.

(** No two numbers that are different from 0 have the product 0. *)
Lemma no_zero_divisors a b : same (a * b) 0 -> same a 0 \/ same b 0.
Proof. unfold same. rewrite !Z.sub_0_r. apply prime_mult. assumption. Qed.

(** ** Polynomials: lists of coefficients, the constant one first *)

Fixpoint eval (f : list Z) (z : Z) : Z :=
  match f with
  | [] => 0
  | c :: f' => c + z * eval f' z
  end.

Definition vanishes (f : list Z) : Prop := Forall (fun c => same c 0) f.

Lemma vanishes_dec f : {vanishes f} + {~ vanishes f}.
Proof. apply Forall_dec. intro c. apply same_dec. Qed.

(** The quotient of f - f(r) by (z - r): synthetic division. *)
Fixpoint quotient (f : list Z) (r : Z) : list Z :=
  match f with
  | [] => []
  | [_] => []
  | _ :: f' => eval f' r :: quotient f' r
  end.

Lemma quotient_length f r : length (quotient f r) = (length f - 1)%nat.
Proof.
  induction f as [|c [|d f] IH]; [reflexivity|reflexivity|].
  change (S (length (quotient (d :: f) r)) = (length (c :: d :: f) - 1)%nat). rewrite IH. cbn. lia.
Qed.

Lemma quotient_spec f r z : eval f z = eval f r + (z - r) * eval (quotient f r) z.
Proof.
  induction f as [|c [|d f] IH]; [cbn; lia|cbn; lia|].
  change (quotient (c :: d :: f) r) with (eval (d :: f) r :: quotient (d :: f) r).
  change (eval (c :: d :: f) z) with (c + z * eval (d :: f) z).
  change (eval (c :: d :: f) r) with (c + r * eval (d :: f) r).
  change (eval (eval (d :: f) r :: quotient (d :: f) r) z) with (eval (d :: f) r + z * eval (quotient (d :: f) r) z).
  rewrite IH. ring.
Qed.

(** If the quotient and the value at r vanish, so does f. *)
Lemma quotient_vanishes f r : vanishes (quotient f r) -> same (eval f r) 0 -> vanishes f.
Proof.
  induction f as [|c [|d f] IH]; intros q v.
  - constructor.
  - constructor; [|constructor]. cbn in v. now replace (c + r * 0) with c in v by lia.
  - change (quotient (c :: d :: f) r) with (eval (d :: f) r :: quotient (d :: f) r) in q.
    inversion q as [|x l at_r rest]; subst. constructor; [|now apply IH].
    change (eval (c :: d :: f) r) with (c + r * eval (d :: f) r) in v.
    assert (at_r' : same (eval (d :: f) r) 0) by exact at_r. clear at_r q rest IH.
    remember (eval (d :: f) r) as E eqn:h. clear h. destruct at_r' as [k e], v as [l' e'].
    assert (E = k * p) by lia. subst E. exists (l' - r * k). lia.
Qed.

(** Different elements of the field. *)
Fixpoint different (l : list Z) : Prop :=
  match l with
  | [] => True
  | a :: rest => Forall (fun b => ~ same a b) rest /\ different rest
  end.

(** A polynomial that is not zero has fewer roots than coefficients. *)
Theorem few_roots f : forall roots, ~ vanishes f -> different roots -> Forall (fun z => same (eval f z) 0) roots ->
  (length roots < length f)%nat.
Proof.
  remember (length f) as n eqn:size. revert f size.
  induction n as [|n IH]; intros f size roots nonzero distinct all.
  - destruct f; [|discriminate]. exfalso. apply nonzero. constructor.
  - destruct roots as [|r roots]; [cbn; lia|]. cbn in distinct. destruct distinct as [new distinct].
    inversion all as [|x l root others]; subst. cbn.
    assert (less : (length roots < n)%nat); [|lia].
    apply (IH (quotient f r)); [rewrite quotient_length; lia| |assumption|].
    + intro q. apply nonzero. eapply quotient_vanishes; eauto.
    + rewrite Forall_forall in *. intros z inside.
      destruct (no_zero_divisors (z - r) (eval (quotient f r) z)) as [h|h]; [| |assumption].
      * apply same_trans with (eval f z); [|auto].
        rewrite (quotient_spec f r z). apply same_sym. destruct root as [k e]. exists k. lia.
      * exfalso. apply (new _ inside). apply same_sym. destruct h as [k e]. exists k. lia.
Qed.

(** Labelled states: two different triples of fingerprint, rank and set are the same element for at most two factors. *)
Theorem labels_collide_rarely (f rank set f' rank' set' : Z) (factors : list Z) :
  ~ (same f f' /\ same rank rank' /\ same set set') -> different factors ->
  Forall (fun y => same (f + y * rank + y * y * set) (f' + y * rank' + y * y * set')) factors ->
  (length factors <= 2)%nat.
Proof.
  intros differ distinct all.
  pose (g := [f - f'; rank - rank'; set - set']).
  assert (few : (length factors < length g)%nat); [|cbn in few; lia].
  apply few_roots; [|assumption|].
  - intro zero. apply differ. inversion zero as [|? ? h1 t1]; subst. inversion t1 as [|? ? h2 t2]; subst.
    inversion t2 as [|? ? h3 t3]; subst. unfold same in *. rewrite Z.sub_0_r in *. auto.
  - rewrite Forall_forall in *. intros y inside. destruct (all _ inside) as [k e]. exists k. unfold g. cbn [eval]. lia.
Qed.

(** ** Products *)

(** The value at z of the polynomial whose roots are these. *)
Fixpoint product (l : list Z) (z : Z) : Z :=
  match l with
  | [] => 1
  | a :: rest => (z - a) * product rest z
  end.

(** Its coefficients without the leading one, which is 1. *)
Fixpoint add (f g : list Z) : list Z :=
  match f, g with
  | [], _ => g
  | _, [] => f
  | a :: f', b :: g' => (a + b) :: add f' g'
  end.

Definition scale (c : Z) (f : list Z) : list Z := map (fun a => c * a) f.

Fixpoint expanded (l : list Z) : list Z :=
  match l with
  | [] => [1]
  | a :: rest => add (0 :: expanded rest) (scale (- a) (expanded rest))
  end.

Lemma eval_add f : forall g z, eval (add f g) z = eval f z + eval g z.
Proof. induction f as [|a f IH]; intros [|b g] z; cbn; [ring|ring|ring|]. rewrite IH. ring. Qed.

Lemma eval_scale c f z : eval (scale c f) z = c * eval f z.
Proof. induction f as [|a f IH]; cbn; [ring|]. unfold scale in IH. rewrite IH. ring. Qed.

Lemma eval_expanded l z : eval (expanded l) z = product l z.
Proof.
  induction l as [|a l IH]; cbn [expanded product]; [cbn [eval]; ring|].
  rewrite eval_add, eval_scale. cbn [eval]. rewrite IH. ring.
Qed.

Lemma add_length f : forall g, length (add f g) = Nat.max (length f) (length g).
Proof. induction f as [|a f IH]; intros [|b g]; cbn; try reflexivity. now rewrite IH. Qed.

Lemma expanded_length l : length (expanded l) = S (length l).
Proof.
  induction l as [|a l IH]; [reflexivity|]. cbn [expanded]. rewrite add_length. cbn [length]. unfold scale.
  rewrite map_length, IH. lia.
Qed.

Lemma last_add f g d : (length g < length f)%nat -> last (add f g) d = last f d.
Proof.
  revert g. induction f as [|a f IH]; intros [|b g] less; cbn in less; try lia; [reflexivity|].
  cbn [add]. destruct f as [|a' f]; [cbn in less; lia|].
  assert (e : last (add (a' :: f) g) d = last (a' :: f) d).
  { apply IH. cbn [length] in *. lia. }
  destruct (add (a' :: f) g) as [|x l] eqn:sum.
  - apply (f_equal (@length Z)) in sum. rewrite add_length in sum. cbn [length] in sum. lia.
  - change (last (a + b :: x :: l) d) with (last (x :: l) d). rewrite e. reflexivity.
Qed.

Lemma leading_is_one l : last (expanded l) 0 = 1.
Proof.
  induction l as [|a l IH]; [reflexivity|]. cbn [expanded]. rewrite last_add.
  - destruct (expanded l) as [|x f] eqn:e; [|cbn; exact IH].
    apply (f_equal (@length Z)) in e. rewrite expanded_length in e. discriminate.
  - unfold scale. cbn [length]. rewrite map_length. lia.
Qed.

(** The lower coefficients of the difference of two such polynomials. *)
Definition difference (l m : list Z) : list Z :=
  add (removelast (expanded l)) (scale (-1) (removelast (expanded m))).

Lemma eval_app f c z : eval (f ++ [c]) z = eval f z + c * z ^ Z.of_nat (length f).
Proof.
  induction f as [|a f IH]; cbn [app eval length]; [cbn [Z.of_nat Z.pow]; ring|].
  rewrite IH, Nat2Z.inj_succ, Z.pow_succ_r by lia. ring.
Qed.

Lemma expanded_split l : expanded l = removelast (expanded l) ++ [1].
Proof.
  rewrite <- (leading_is_one l). apply app_removelast_last. intro e.
  apply (f_equal (@length Z)) in e. rewrite expanded_length in e. discriminate.
Qed.

Lemma removelast_length l : length (removelast (expanded l)) = length l.
Proof.
  pose proof (expanded_length l) as e. rewrite expanded_split in e. rewrite app_length in e. cbn in e. lia.
Qed.

Lemma eval_difference l m z : length l = length m -> eval (difference l m) z = product l z - product m z.
Proof.
  intro size. unfold difference. rewrite eval_add, eval_scale, <- (eval_expanded l), <- (eval_expanded m).
  rewrite (expanded_split l) at 2. rewrite (expanded_split m) at 2. rewrite !eval_app, !removelast_length, size. ring.
Qed.

Lemma difference_length l m : length l = length m -> length (difference l m) = length l.
Proof.
  intro size. unfold difference, scale. rewrite add_length, map_length, !removelast_length, size. lia.
Qed.

(** ** An element that is only in one of the multisets *)

Lemma product_at_root l a : In a l -> product l a = 0.
Proof.
  induction l as [|b l IH]; [contradiction|]. intros [e|inside]; cbn; [subst; lia|].
  rewrite IH by assumption. lia.
Qed.

Lemma product_zero l z : same (product l z) 0 -> exists a, In a l /\ same z a.
Proof.
  induction l as [|b l IH]; cbn; intro zero.
  - exfalso. destruct zero as [k e]. pose proof p_large. assert (k = 1 \/ k <= 0 \/ 1 < k) by lia. nia.
  - destruct (no_zero_divisors _ _ zero) as [h|h].
    + exists b. split; [now left|]. destruct h as [k e]. exists k. lia.
    + destruct (IH h) as (a & inside & e). exists a. auto.
Qed.

Lemma vanishing_is_zero f z : vanishes f -> same (eval f z) 0.
Proof.
  induction 1 as [|c f zero rest IH]; cbn; [apply same_refl|].
  destruct zero as [k e]. destruct IH as [l e']. exists (k + z * l). nia.
Qed.

(** An arrival b at a state that was never announced is overlooked at fewer points than there are arrivals. *)
Theorem unannounced_is_found (announced arrived : list Z) (b : Z) (points : list Z) :
  length announced = length arrived -> In b arrived -> (forall a, In a announced -> ~ same b a) ->
  different points -> Forall (fun z => same (product announced z) (product arrived z)) points ->
  (length points < length arrived)%nat.
Proof.
  intros size inside missing distinct all. rewrite <- size, <- (difference_length announced arrived size).
  apply few_roots; [|assumption|].
  - intro zero. apply (vanishing_is_zero _ b) in zero. rewrite eval_difference in zero by assumption.
    rewrite (product_at_root arrived b inside), Z.sub_0_r in zero.
    destruct (product_zero _ _ zero) as (a & ina & e). exact (missing a ina e).
  - rewrite Forall_forall in *. intros z inz. rewrite eval_difference by assumption.
    destruct (all _ inz) as [k e]. exists k. lia.
Qed.

(** ** The share of points at which a forgery is accepted *)

Definition all_points : list Z := map Z.of_nat (seq 0 (Z.to_nat p)).

(** Those at which two products are equal. *)
Definition bad_points (l m : list Z) : list Z :=
  filter (fun z => if same_dec (product l z) (product m z) then true else false) all_points.

Lemma same_small a b : 0 <= a < p -> 0 <= b < p -> same a b -> a = b.
Proof. intros ha hb [k e]. assert (k = 0) by nia. lia. Qed.

Lemma points_different n : forall from, (from + n <= Z.to_nat p)%nat -> different (map Z.of_nat (seq from n)).
Proof.
  induction n as [|n IH]; intros from fits; cbn; [exact I|]. split; [|apply IH; lia].
  rewrite Forall_forall. intros b inside e. apply in_map_iff in inside. destruct inside as (j & <- & inside).
  apply in_seq in inside. pose proof p_positive. apply same_small in e; lia.
Qed.

Lemma different_filter test l : different l -> different (filter test l).
Proof.
  induction l as [|a l IH]; cbn; [trivial|]. intros [new rest]. destruct (test a); [|auto]. cbn. split; [|auto].
  rewrite Forall_forall in *. intros b inside. apply filter_In in inside. apply new. tauto.
Qed.

Lemma bad_points_different l m : different (bad_points l m).
Proof. apply different_filter, points_different. lia. Qed.

Lemma bad_points_agree l m : Forall (fun z => same (product l z) (product m z)) (bad_points l m).
Proof.
  apply Forall_forall. intros z inside. apply filter_In in inside. destruct inside as [_ yes].
  destruct (same_dec (product l z) (product m z)); [assumption|discriminate].
Qed.

(** A walk announces states and arrives at states. If one of the arrivals is at a state whose fingerprint no announced
    state has, the products agree at fewer than n of the p points, n being the number of arrivals. So a point that is
    drawn evenly after the script was made accepts the forgery with a probability below n / p. *)
Theorem forgery_is_found (state : Type) (fingerprint : state -> Z) (announced arrived : list state) (b : state) :
  length announced = length arrived -> In b arrived ->
  (forall a, In a announced -> ~ same (fingerprint b) (fingerprint a)) ->
  (length (bad_points (map fingerprint announced) (map fingerprint arrived)) < length arrived)%nat.
Proof.
  intros size inside missing. rewrite <- (map_length fingerprint arrived).
  apply (unannounced_is_found (map fingerprint announced) (map fingerprint arrived) (fingerprint b)).
  - now rewrite !map_length.
  - now apply in_map.
  - intros a ina. apply in_map_iff in ina. destruct ina as (s & <- & ins). auto.
  - apply bad_points_different.
  - apply bad_points_agree.
Qed.

(** ** Any two multisets that differ *)

(** How often an element is in a list. *)
Definition times (a : Z) (l : list Z) : nat := length (filter (fun b => if same_dec a b then true else false) l).

(** Elements of both lists are taken away in pairs, until one is left that only one list has. *)
Fixpoint take_away (a : Z) (l : list Z) : list Z :=
  match l with
  | [] => []
  | b :: rest => if same_dec a b then rest else b :: take_away a rest
  end.

Lemma times_cons a b l : times a (b :: l) = ((if same_dec a b then 1 else 0) + times a l)%nat.
Proof. unfold times. cbn. destruct (same_dec a b); reflexivity. Qed.

Lemma times_positive a l : (0 < times a l)%nat -> exists b, In b l /\ same a b.
Proof.
  induction l as [|c l IH]; [cbn; lia|]. rewrite times_cons. destruct (same_dec a c) as [yes|no]; intro some.
  - exists c. split; [now left|assumption].
  - destruct IH as (b & inside & e); [lia|]. exists b. split; [now right|assumption].
Qed.

Lemma take_away_times a l x : (exists b, In b l /\ same a b) ->
  times x l = ((if same_dec x a then 1 else 0) + times x (take_away a l))%nat.
Proof.
  induction l as [|c l IH]; intros (b & inside & e); [contradiction|]. cbn [take_away].
  destruct (same_dec a c) as [yes|no].
  - rewrite times_cons. destruct (same_dec x c) as [xc|xc], (same_dec x a) as [xa|xa]; try reflexivity; exfalso.
    + apply xa. eapply same_trans; [exact xc|]. now apply same_sym.
    + apply xc. eapply same_trans; eauto.
  - rewrite !times_cons, IH; [lia|]. destruct inside as [eq|inside]; [subst; contradiction|eauto].
Qed.

Lemma take_away_length a l : (exists b, In b l /\ same a b) -> length l = S (length (take_away a l)).
Proof.
  induction l as [|c l IH]; intros (b & inside & e); [contradiction|]. cbn.
  destruct (same_dec a c) as [yes|no]; [reflexivity|].
  cbn. rewrite IH; [reflexivity|]. destruct inside as [eq|inside]; [subst; contradiction|eauto].
Qed.

Lemma take_away_product a l z : (exists b, In b l /\ same a b) ->
  same (product l z) ((z - a) * product (take_away a l) z).
Proof.
  induction l as [|c l IH]; intros (b & inside & e); [contradiction|]. cbn. destruct (same_dec a c) as [yes|no].
  - apply same_mul; [|apply same_refl]. destruct yes as [k h]. exists k. lia.
  - cbn. apply same_trans with ((z - c) * ((z - a) * product (take_away a l) z)).
    + apply same_mul; [apply same_refl|]. apply IH. destruct inside as [eq|inside]; [subst; contradiction|eauto].
    + exists 0. ring.
Qed.

(** Fewer points than elements, and z = a for those that were taken away in pairs: at most n in all. *)
Theorem different_multisets (l : list Z) : forall m points,
  length l = length m -> (exists x, times x l <> times x m) ->
  different points -> Forall (fun z => same (product l z) (product m z)) points ->
  (length points <= length l)%nat.
Proof.
  induction l as [|a l IH]; intros m points size (x & differ) distinct all.
  - destruct m; [|discriminate]. now exfalso.
  - destruct (Nat.eq_dec (times a m) 0) as [none|some].
    + (* a is not in m *)
      assert (missing : forall b, In b m -> ~ same a b).
      { intros b inside e. assert (h : exists b, In b m /\ same a b) by eauto.
        pose proof (take_away_times a m a h) as t. destruct (same_dec a a) as [_|no]; [lia|].
        apply no. apply same_refl. }
      assert (less : (length points < length (a :: l))%nat); [|lia].
      apply (unannounced_is_found m (a :: l) a); [now symmetry|now left|assumption|assumption|].
      rewrite Forall_forall in *. intros z inz. apply same_sym. auto.
    + assert (h : exists b, In b m /\ same a b) by (apply times_positive; lia).
      pose proof (take_away_length a m h) as shorter.
      (* the points other than a *)
      set (others := filter (fun z => if same_dec z a then false else true) points).
      assert (sub : forall q, different q -> different (filter (fun z => if same_dec z a then false else true) q) /\
                 (length q <= S (length (filter (fun z => if same_dec z a then false else true) q)))%nat).
      { clear. induction q as [|z q IHq]; cbn; [intros _; split; [exact I|lia]|]. intros [new rest].
        destruct (IHq rest) as [d s]. destruct (same_dec z a) as [za|za].
        - split; [assumption|].
          assert (whole : filter (fun z => if same_dec z a then false else true) q = q).
          { clear IHq d s rest. induction q as [|y q IHq]; [reflexivity|]. cbn. inversion new as [|? ? zy more]; subst.
            destruct (same_dec y a) as [ya|ya].
            - exfalso. apply zy. eapply same_trans; [exact za|]. now apply same_sym.
            - now rewrite IHq. }
          rewrite whole. lia.
        - cbn. split; [|lia]. split; [|assumption]. rewrite Forall_forall in *. intros y iny.
          apply filter_In in iny. apply new. tauto. }
      destruct (sub _ distinct) as [d s]. fold others in d, s.
      assert (few : (length others <= length l)%nat); [|cbn; lia].
      apply (IH (take_away a m)); [cbn in size; lia| |assumption|].
      * exists x. intro e. apply differ. rewrite times_cons, (take_away_times a m x h), e. reflexivity.
      * rewrite Forall_forall in *. intros z inz. unfold others in inz. apply filter_In in inz.
        destruct inz as [inz away].
        destruct (same_dec z a) as [za|za]; [discriminate|].
        assert (equal : same ((z - a) * (product l z - product (take_away a m) z)) 0).
        { apply same_trans with (product (a :: l) z - product m z).
          - destruct (take_away_product a m z h) as [k e]. exists k. cbn. nia.
          - destruct (all _ inz) as [k e]. exists k. lia. }
        destruct (no_zero_divisors _ _ equal) as [e|e].
        -- exfalso. apply za. destruct e as [k e]. exists k. lia.
        -- destruct e as [k e]. exists k. lia.
Qed.

(** Any two different multisets of n elements agree at no more than n of the p points. *)
Theorem differing_multisets_are_found (l m : list Z) :
  length l = length m -> (exists x, times x l <> times x m) -> (length (bad_points l m) <= length l)%nat.
Proof.
  intros size differ. apply (different_multisets l m); auto using bad_points_different, bad_points_agree.
Qed.
End Field.
