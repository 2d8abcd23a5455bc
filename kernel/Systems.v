(** Theorems about any transition system: why a certificate proves anything. *)

From Coq Require Import Arith Lia Wf_nat.

Section Systems.
Variable state : Type.
Variable start : state -> Prop.
Variable step : state -> state -> Prop.

Inductive reachable : state -> Prop :=
| at_start : forall s, start s -> reachable s
| by_step : forall s s', reachable s -> step s s' -> reachable s'.

(** ** Complete certificates *)

Definition closed (inside : state -> Prop) : Prop := forall s s', inside s -> step s s' -> inside s'.

(** A set that contains the start and is closed contains every reachable state. *)
Theorem closed_contains_reachable (inside : state -> Prop) :
  (forall s, start s -> inside s) -> closed inside -> forall s, reachable s -> inside s.
Proof. intros begins is_closed s r. induction r; eauto. Qed.

(** If the property holds everywhere in such a set, all reachable states have it. *)
Theorem closed_and_safe (inside safe : state -> Prop) :
  (forall s, start s -> inside s) -> closed inside -> (forall s, inside s -> safe s) ->
  forall s, reachable s -> safe s.
Proof. intros begins is_closed all_safe s r. apply all_safe. eapply closed_contains_reachable; eauto. Qed.

(** ** Ranks: certificates of cycles

    Every entry of such a certificate has a rank and the number of a set of transitions. Along every transition the rank
    falls, or rank and set stay and the transition is not in that set. Set 0 has the transitions that leave an accepting
    state. The other sets are those of fairness: an unfair run leaves one of them for ever. *)

Definition run (r : nat -> state) : Prop := start (r 0) /\ forall i, step (r i) (r (S i)).
Definition again_and_again (r : nat -> state) (member : state -> state -> Prop) : Prop :=
  forall n, exists i, n <= i /\ member (r i) (r (S i)).

Section Ranks.
Variable inside : state -> nat -> nat -> Prop. (** entered with this rank and set *)
Variable member : nat -> state -> state -> Prop. (** transitions of this set *)
Hypothesis begins : forall s, start s -> exists rank set, inside s rank set.
Hypothesis falls : forall s rank set s', inside s rank set -> step s s' ->
  exists rank' set', inside s' rank' set' /\ (rank' < rank \/ (rank' = rank /\ set' = set /\ ~ member set s s')).

Lemma met_sets_fall (r : nat -> state) : (forall i, step (r i) (r (S i))) ->
  (forall set, again_and_again r (member set)) -> forall rank set i, ~ inside (r i) rank set.
Proof.
  intros steps often rank.
  induction rank as [rank IH] using lt_wf_ind. intros set i here.
  destruct (often set i) as (j & later & met).
  assert (stays : forall n, inside (r (i + n)) rank set).
  { induction n as [|n IHn]; [now rewrite Nat.add_0_r|]. rewrite Nat.add_succ_r.
    destruct (falls _ _ _ _ IHn (steps _)) as (rank' & set' & next & [less|(same & same' & _)]).
    - exfalso. exact (IH _ less _ _ next).
    - now subst. }
  specialize (stays (j - i)). replace (i + (j - i)) with j in stays by lia.
  destruct (falls _ _ _ _ stays (steps j)) as (rank' & set' & next & [less|(_ & _ & no)]).
  - exact (IH _ less _ _ next).
  - exact (no met).
Qed.

(** No run meets every set again and again: none is accepted and fair. *)
Theorem ranks_exclude_runs (r : nat -> state) : run r -> ~ forall set, again_and_again r (member set).
Proof.
  intros [starts steps] often. destruct (begins _ starts) as (rank & set & here).
  exact (met_sets_fall r steps often rank set 0 here).
Qed.
End Ranks.

(** Without fairness there is one set, and no run leaves accepting states again and again. *)
Theorem no_accepting_run (inside : state -> nat -> Prop) (accepting : state -> Prop) :
  (forall s, start s -> exists rank, inside s rank) ->
  (forall s rank s', inside s rank -> step s s' ->
     exists rank', inside s' rank' /\ (rank' < rank \/ (rank' = rank /\ ~ accepting s))) ->
  forall r, run r -> ~ forall n, exists i, n <= i /\ accepting (r i).
Proof.
  intros begins falls r is_run often.
  apply (ranks_exclude_runs (fun s rank set => set = 0 /\ inside s rank) (fun _ s _ => accepting s)) with (r := r).
  - intros s starts. destruct (begins _ starts) as (rank & here). exists rank, 0. auto.
  - intros s rank set s' [zero here] moves. destruct (falls _ _ _ here moves) as (rank' & next & how).
    exists rank', 0. split; [auto|]. destruct how as [less|[same no]]; [now left|right; auto].
  - assumption.
  - intros set n. destruct (often n) as (i & later & yes). exists i. auto.
Qed.

(** ** Partial certificates: explored states, a frontier, and distances *)

Inductive at_distance : nat -> state -> Prop :=
| distance_0 : forall s, start s -> at_distance 0 s
| distance_S : forall n s s', at_distance n s -> step s s' -> at_distance (S n) s'.

Section Partial.
Variable explored frontier : state -> nat -> Prop. (** entered with this label *)
Hypothesis begins : forall s, start s -> exists label, label <= 0 /\ (explored s label \/ frontier s label).
Hypothesis labelled : forall s label s', explored s label -> step s s' ->
  exists label', label' <= S label /\ (explored s' label' \/ frontier s' label').

(** If no frontier state has a label below d, every state nearer than d is explored. *)
Theorem near_states_are_explored (d : nat) : (forall s label, frontier s label -> d <= label) ->
  forall n s, at_distance n s -> n < d -> exists label, label <= n /\ explored s label.
Proof.
  intros far n s at_n. induction at_n as [s starts|n s s' at_n IH moves]; intro near.
  - destruct (begins _ starts) as (label & le & [yes|no]); [eauto|]. specialize (far _ _ no). lia.
  - destruct IH as (label & le & here); [lia|].
    destruct (labelled _ _ _ here moves) as (label' & le' & [yes|no]).
    + exists label'. split; [lia|assumption].
    + specialize (far _ _ no). lia.
Qed.

(** Every reachable state is entered, or some way to it leads through the frontier. *)
Theorem reachable_or_beyond (s : state) : reachable s ->
  (exists label, explored s label) \/ exists f label, frontier f label /\ reachable f /\
    (f = s \/ exists r n, r 0 = f /\ r n = s /\ forall i, i < n -> step (r i) (r (S i))).
Proof.
  intro r. induction r as [s starts|s s' r IH moves].
  - destruct (begins _ starts) as (label & _ & [yes|no]); [left; eauto|].
    right. exists s, label. split; [assumption|]. split; [now left|now left].
  - destruct IH as [(label & here)|(f & label & at_f & rf & way)].
    + destruct (labelled _ _ _ here moves) as (label' & _ & [yes|no]); [left; eauto|].
      right. exists s', label'. split; [assumption|]. split; [eapply by_step; eauto|now left].
    + right. exists f, label. split; [assumption|]. split; [assumption|]. right.
      destruct way as [same|(path & n & at_0 & at_n & all)].
      * subst s. exists (fun i => if i =? 0 then f else s'), 1. cbn. repeat split.
        intros i lt. replace i with 0 by lia. assumption.
      * exists (fun i => if i <=? n then path i else s'), (S n). cbn. split; [assumption|]. split.
        -- destruct n; [reflexivity|]. replace (S n <=? n) with false; [reflexivity|]. symmetry. apply Nat.leb_gt. lia.
        -- intros i lt. destruct (i <=? n) eqn:e1; [|apply Nat.leb_gt in e1; lia]. apply Nat.leb_le in e1.
           destruct i as [|i].
           ++ destruct n as [|n]; cbn.
              ** congruence.
              ** apply all. lia.
           ++ destruct (Nat.eq_dec (S i) n) as [same|differ].
              ** subst n. replace (S i <=? i) with false by (symmetry; apply Nat.leb_gt; lia). congruence.
              ** replace (match n with 0 => false | S m' => S i <=? m' end) with true.
                 --- apply all. lia.
                 --- destruct n as [|n]; [lia|]. symmetry. apply Nat.leb_le. lia.
Qed.
End Partial.
End Systems.
