(** Facts about the machine's numbers and vectors, for its readers. Nothing depends on them. *)

From Coq Require Import ZArith List Bool Lia.
From Kernel Require Import Machine.
Open Scope Z_scope.

Lemma low_bits v n : 0 <= n -> Z.land v (2 ^ n - 1) = v mod 2 ^ n.
Proof. intro h. rewrite <- Z.land_ones by assumption. f_equal. rewrite Z.ones_equiv. lia. Qed.

Lemma wrap_low v : Z.land v 4294967295 = v mod 2 ^ 32.
Proof. exact (low_bits v 32 ltac:(lia)). Qed.

(** Results are ints. *)
Theorem wrap_range v : -2147483648 <= wrap v < 2147483648.
Proof.
  unfold wrap. rewrite wrap_low. pose proof (Z.mod_pos_bound v (2 ^ 32) ltac:(lia)) as h.
  change (2 ^ 32) with 4294967296 in *. cbv zeta.
  destruct (v mod 4294967296 <? 2147483648) eqn:e; [apply Z.ltb_lt in e|apply Z.ltb_ge in e]; lia.
Qed.

(** They are right up to multiples of 2^32. *)
Theorem wrap_same v : (wrap v) mod 2 ^ 32 = v mod 2 ^ 32.
Proof.
  unfold wrap. rewrite wrap_low. cbv zeta. change 4294967296 with (1 * 2 ^ 32).
  destruct (v mod 2 ^ 32 <? 2147483648); [|rewrite <- Zminus_mod_idemp_r, Z.mod_mul, Z.sub_0_r by lia];
    now rewrite Z.mod_mod by lia.
Qed.

Lemma wrap_mod a b : a mod 2 ^ 32 = b mod 2 ^ 32 -> wrap a = wrap b.
Proof. intro e. unfold wrap. rewrite !wrap_low, e. reflexivity. Qed.

(** Multiplication by halves is multiplication. *)
Theorem times_is_product x y : times x y = wrap (x * y).
Proof.
  unfold times. apply wrap_mod. change 65535 with (2 ^ 16 - 1). rewrite !low_bits, Z.shiftr_div_pow2 by lia.
  change (2 ^ 32) with (65536 * 65536). change (2 ^ 16) with 65536.
  pose proof (Z.div_mod x 65536 ltac:(lia)) as hx. pose proof (Z.div_mod (x / 65536 * y) 65536 ltac:(lia)) as hy.
  set (h := x / 65536) in *. set (l := x mod 65536) in *. set (r := (h * y) mod 65536) in *.
  set (q := h * y / 65536) in *. clearbody h l r q. subst x.
  replace ((65536 * h + l) * y) with (r * 65536 + l * y + q * (65536 * 65536)) by nia.
  now rewrite Z.mod_add by lia.
Qed.

(** Of ints, every operator makes ints. *)
Definition is_int (v : Z) : Prop := -2147483648 <= v < 2147483648.

Lemma int_by_shift v : is_int v <-> Z.shiftr v 31 = 0 \/ Z.shiftr v 31 = -1.
Proof.
  unfold is_int. rewrite Z.shiftr_div_pow2 by lia. change (2 ^ 31) with 2147483648.
  Z.to_euclidean_division_equations. lia.
Qed.

Lemma wrap_int v : is_int (wrap v).
Proof. exact (wrap_range v). Qed.

Lemma bool_int b : is_int (of_bool b).
Proof. unfold is_int. destruct b; cbn; lia. Qed.

Theorem compute_int op x y v : is_int x -> is_int y -> compute op x y = Some v -> is_int v.
Proof.
  intros hx hy e.
  destruct op; cbn in e; try (injection e as <-; auto using wrap_int, bool_int; fail).
  - injection e as <-. unfold times. apply wrap_int.
  - destruct (y =? 0); [discriminate|]. injection e as <-. apply wrap_int.
  - destruct (y =? 0); [discriminate|]. injection e as <-. apply wrap_int.
  - injection e as <-. destruct ((y <? 0) || (31 <? y)); [unfold is_int; lia|apply wrap_int].
  - injection e as <-. destruct ((y <? 0) || (31 <? y)) eqn:far.
    + destruct (x <? 0); unfold is_int; lia.
    + apply orb_false_iff in far. destruct far as [low _]. apply Z.ltb_ge in low.
      rewrite Z.shiftr_div_pow2 by lia. unfold is_int in *. pose proof (Z.pow_pos_nonneg 2 y ltac:(lia) low).
      split; [apply Z.div_le_lower_bound; nia|apply Z.div_lt_upper_bound; nia].
  - injection e as <-. apply int_by_shift in hx, hy. apply int_by_shift. rewrite Z.shiftr_land.
    destruct hx as [->| ->], hy as [->| ->]; cbn; auto.
  - injection e as <-. apply int_by_shift in hx, hy. apply int_by_shift. rewrite Z.shiftr_lor.
    destruct hx as [->| ->], hy as [->| ->]; cbn; auto.
  - injection e as <-. apply int_by_shift in hx, hy. apply int_by_shift. rewrite Z.shiftr_lxor.
    destruct hx as [->| ->], hy as [->| ->]; cbn; auto.
Qed.

(** What is written is read; nothing else changes. *)
Theorem get_set_same {A} (v : vec A) : forall i a, get (set v i a) i = a.
Proof.
  induction v as [b|l IHl r IHr]; intros i a; cbn; [reflexivity|].
  destruct (Z.odd i) eqn:e; cbn; rewrite e; auto.
Qed.

Fixpoint has_depth {A} (d : nat) (v : vec A) : Prop :=
  match d, v with
  | O, Leaf _ => True
  | S d', Node l r => has_depth d' l /\ has_depth d' r
  | _, _ => False
  end.

Theorem get_set_other {A} (v : vec A) : forall d i j a, has_depth d v ->
  0 <= i < 2 ^ Z.of_nat d -> 0 <= j < 2 ^ Z.of_nat d -> i <> j -> get (set v i a) j = get v j.
Proof.
  induction v as [b|l IHl r IHr]; intros [|d] i j a deep hi hj differ; cbn in deep; try contradiction.
  - cbn in hi, hj. lia.
  - destruct deep as [dl dr]. rewrite Nat2Z.inj_succ, Z.pow_succ_r in hi, hj by lia.
    pose proof (Zdiv2_odd_eqn i) as ei. pose proof (Zdiv2_odd_eqn j) as ej. cbn.
    destruct (Z.odd i) eqn:oi, (Z.odd j) eqn:oj; cbn; rewrite oj; try reflexivity;
      [apply (IHr d)|apply (IHl d)]; auto; lia.
Qed.

Theorem get_fill {A} (d : nat) : forall (a : A) i, get (fill d a) i = a.
Proof. induction d as [|d IH]; intros a i; cbn; [reflexivity|]. destruct (Z.odd i); apply IH. Qed.

Theorem fill_depth {A} (d : nat) (a : A) : has_depth d (fill d a).
Proof. induction d as [|d IH]; cbn; auto. Qed.

Theorem set_depth {A} (v : vec A) : forall d i a, has_depth d v -> has_depth d (set v i a).
Proof.
  induction v as [b|l IHl r IHr]; intros [|d] i a deep; cbn in *; try contradiction; [exact I|].
  destruct deep, (Z.odd i); cbn; auto.
Qed.
