(** A search of its own, which needs no script: for small programs, and to compare the machine with other tools. *)

From Coq Require Import ZArith List Bool Lia.
From Kernel Require Import Machine Checker.
Import ListNotations.
Open Scope Z_scope.

Section Search.
Variable state : Type.
Variable eqb : state -> state -> bool.
Variable hash : state -> Z.
Variable expand : state -> result (list state).

Record search := {
  todo : list state;
  seen : Numbers.t (bucket state); (** the balance of a state that was seen is not 0 *)
  count_states : Z;
  count_transitions : Z }.

Definition was_seen (m : Numbers.t (bucket state)) (s : state) : bool := negb (balance state eqb hash m s =? 0).

Definition note (x : search) (s : state) : search :=
  if was_seen (seen x) s
  then {| todo := todo x; seen := seen x; count_states := count_states x;
          count_transitions := count_transitions x + 1 |}
  else {| todo := s :: todo x; seen := add state eqb hash (seen x) s 1; count_states := count_states x + 1;
          count_transitions := count_transitions x + 1 |}.

Definition advance (x : search) : search + answer :=
  match todo x with
  | [] => inr (Certified {| n_states := count_states x; n_transitions := count_transitions x; n_depth := 0 |})
  | s :: rest =>
    match expand s with
    | Wrong why => inr (Found why)
    | Ok next =>
      inl (fold_left note next {| todo := rest; seen := seen x; count_states := count_states x;
                                  count_transitions := count_transitions x |})
    end
  end.

(** Up to 2^k times. *)
Fixpoint repeat (k : nat) (x : search) : search + answer :=
  match k with
  | O => advance x
  | S k' => match repeat k' x with inl y => repeat k' y | inr a => inr a end
  end.

Definition begin (s : state) : search :=
  {| todo := [s]; seen := add state eqb hash (Numbers.empty _) s 1; count_states := 1; count_transitions := 0 |}.

Hypothesis eqb_eq : forall a b, eqb a b = true <-> a = b.

Record sound (E : list state) (x : search) : Prop := {
  all_seen : forall s, was_seen (seen x) s = true -> In s E;
  pending : incl (todo x) E;
  done : forall s, In s E -> In s (todo x) \/ exists next, expand s = Ok next /\ incl next E }.

Lemma was_seen_add m s t : was_seen (add state eqb hash m s 1) t = true -> s = t \/ was_seen m t = true.
Proof.
  intro yes. destruct (state_dec _ _ eqb_eq s t) as [same|differ]; [now left|right].
  unfold was_seen in *. now rewrite balance_add_other in yes.
Qed.

(** While the successors of a state are noted, that state is what is left to be done. *)
Record half_sound (E : list state) (s : state) (x : search) : Prop := {
  half_seen : forall t, was_seen (seen x) t = true -> In t E;
  half_pending : incl (todo x) E;
  half_done : forall t, In t E -> t = s \/ In t (todo x) \/ exists next, expand t = Ok next /\ incl next E }.

Lemma note_sound E s x d : half_sound E s x ->
  exists E', incl E E' /\ In d E' /\ half_sound E' s (note x d).
Proof.
  intros [hs hp hd]. unfold note. destruct (was_seen (seen x) d) eqn:known.
  - exists E. split; [apply incl_refl|]. split; [auto|]. split; cbn; auto.
  - exists (d :: E). split; [now apply incl_tl, incl_refl|]. split; [now left|]. split; cbn.
    + intros t yes. destruct (was_seen_add _ _ _ yes) as [same|old]; [now left|right; auto].
    + intros t [same|old]; [now left|right; auto].
    + intros t [same|old]; [right; left; now left|].
      destruct (hd _ old) as [is_s|[in_todo|(next & e & sub)]]; [now left|right; left; now right|].
      right. right. exists next. split; [assumption|]. now apply incl_tl.
Qed.

Lemma note_all_sound next : forall E s x, half_sound E s x ->
  exists E', incl E E' /\ incl next E' /\ half_sound E' s (fold_left note next x).
Proof.
  induction next as [|d next IH]; intros E s x inv; cbn.
  - exists E. split; [apply incl_refl|]. split; [intros t []|assumption].
  - destruct (note_sound _ _ _ d inv) as (E' & sub & here & inv').
    destruct (IH _ _ _ inv') as (E'' & sub' & all & inv'').
    exists E''. split; [eapply incl_tran; eauto|]. split; [|assumption].
    intros t [same|old]; [subst; auto|auto].
Qed.

Lemma advance_sound E x y : sound E x -> advance x = inl y -> exists E', incl E E' /\ sound E' y.
Proof.
  intros [hs hp hd]. unfold advance. destruct (todo x) as [|s rest] eqn:left_over; [discriminate|].
  destruct (expand s) as [next|] eqn:good; [|discriminate]. intro e. injection e as <-.
  destruct (note_all_sound next E s {| todo := rest; seen := seen x; count_states := count_states x;
                                       count_transitions := count_transitions x |}) as (E' & sub & all & [is ip id]).
  - split; cbn; [assumption|intros t inside; apply hp; now right|].
    intros t inside. destruct (hd _ inside) as [[same|later]|ready]; [now left|right; now left|right; now right].
  - exists E'. split; [assumption|]. split; [assumption|assumption|].
    intros t inside. destruct (id _ inside) as [same|[later|ready]]; [|now left|now right].
    subst t. right. exists next. auto.
Qed.

Lemma repeat_sound k : forall E x, sound E x ->
  (forall y, repeat k x = inl y -> exists E', incl E E' /\ sound E' y) /\
  (forall f, repeat k x = inr (Certified f) -> exists E', incl E E' /\ closed state expand E').
Proof.
  induction k as [|k IH]; intros E x inv; cbn.
  - split.
    + intros y e. eapply advance_sound; eauto.
    + unfold advance. destruct (todo x) as [|s rest] eqn:left_over.
      * intros f _. exists E. split; [apply incl_refl|]. intros t inside.
        destruct inv as [_ _ hd]. destruct (hd _ inside) as [none|ready]; [|assumption].
        rewrite left_over in none. contradiction.
      * destruct (expand s); discriminate.
  - destruct (IH _ _ inv) as [more finish]. destruct (repeat k x) as [y|a].
    + destruct (more _ eq_refl) as (E' & sub & inv'). destruct (IH _ _ inv') as [more' finish']. split.
      * intros z e. destruct (more' _ e) as (E'' & sub' & inv''). exists E''. split; [eapply incl_tran|]; eauto.
      * intros f e. destruct (finish' _ e) as (E'' & sub' & cl). exists E''. split; [eapply incl_tran|]; eauto.
    + split; [discriminate|]. intros f e. exact (finish f e).
Qed.

Lemma begin_sound s : sound [s] (begin s).
Proof.
  split; cbn.
  - intros t yes. destruct (was_seen_add _ _ _ yes) as [same|none]; [now left|].
    unfold was_seen in none. cbn in none. discriminate.
  - apply incl_refl.
  - intros t [same|[]]. left. now left.
Qed.
End Search.

(** 2^50 states are more than any memory holds. *)
Definition explore (p : program) : answer :=
  match initial p with
  | Wrong why => Found why
  | Ok s =>
    match repeat state state_eqb state_hash (expand p) 50 (begin state state_eqb state_hash s) with
    | inl _ => DoesNotClose
    | inr a => a
    end
  end.

Theorem explore_sound (p : program) (f : figures) :
  explore p = Certified f -> forall s, reachable p s -> safe p s.
Proof.
  unfold explore. destruct (initial p) as [s|] eqn:starts; [|discriminate].
  destruct (repeat _ _ _ _ 50 _) as [x|a] eqn:searched; [discriminate|]. intro e. subst a.
  destruct (repeat_sound state state_eqb state_hash (expand p) state_eqb_eq 50 [s] _
              (begin_sound state state_eqb state_hash (expand p) state_eqb_eq s)) as [_ finish].
  destruct (finish _ searched) as (E & sub & cl).
  apply (closed_safe p E s starts); [|assumption]. apply sub. now left.
Qed.
