(** The checker of scripts, and the theorem about it: what it accepts is safe in every reachable state. *)

From Coq Require Import ZArith List Bool Lia FMapAVL FMapFacts OrderedTypeEx.
From Kernel Require Import Machine.
From Kernel Require Systems.
Import ListNotations.
Open Scope Z_scope.

(** * The walk of a script, for any states that can be compared *)

(** The script in the order of the walk: enter the next successor, to which so many other transitions lead; take the
    next successor as one of those; leave a state that has no more successors. *)
Inductive token := Enter (others : Z) | Other | Leave.

Record figures := { n_states : Z; n_transitions : Z; n_depth : Z }.

Inductive answer :=
| Certified (f : figures)
| DoesNotFit (** the script has more or less than the program's successors *)
| DoesNotClose (** a transition leads to a state that is never entered, or a count is wrong *)
| OtherFigures (f : figures) (** those of the walk are not those that the script says *)
| Found (why : trouble).

Module Numbers := FMapAVL.Make(Z_as_OT).
Module Facts := WFacts_fun(Z_as_OT)(Numbers).

Section Walk.
Variable state : Type.
Variable eqb : state -> state -> bool.
Variable hash : state -> Z.
Variable expand : state -> result (list state). (** the successors of a state that is safe *)

(** ** Balances: for each state the transitions that are announced, less those that have arrived *)

Definition bucket := list (state * Z).

Fixpoint add_in (b : bucket) (s : state) (d : Z) : bucket :=
  match b with
  | [] => [(s, d)]
  | (t, c) :: rest => if eqb s t then (t, c + d) :: rest else (t, c) :: add_in rest s d
  end.

Fixpoint balance_in (b : bucket) (s : state) : Z :=
  match b with
  | [] => 0
  | (t, c) :: rest => if eqb s t then c else balance_in rest s
  end.

Definition bucket_of (m : Numbers.t bucket) (h : Z) : bucket :=
  match Numbers.find h m with
  | Some b => b
  | None => []
  end.

Definition add (m : Numbers.t bucket) (s : state) (d : Z) : Numbers.t bucket :=
  let h := hash s in Numbers.add h (add_in (bucket_of m h) s d) m.

Definition balance (m : Numbers.t bucket) (s : state) : Z := balance_in (bucket_of m (hash s)) s.

Definition balanced (m : Numbers.t bucket) : bool :=
  forallb (fun e => forallb (fun sc => snd sc =? 0) (snd e)) (Numbers.elements m).

(** ** The walk: for each state of the path, the successors that are still to be taken *)

Definition entered (f : figures) (depth : Z) (is_root : bool) : figures :=
  {| n_states := n_states f + 1; n_transitions := if is_root then 0 else n_transitions f + 1;
     n_depth := Z.max (n_depth f) depth |}.
Definition taken (f : figures) : figures :=
  {| n_states := n_states f; n_transitions := n_transitions f + 1; n_depth := n_depth f |}.

Fixpoint walk (l : list token) (path : list (list state)) (m : Numbers.t bucket) (depth : Z) (f : figures) : answer :=
  match l, path with
  | [], [] => if balanced m then Certified f else DoesNotClose
  | Enter c :: l', (s :: rest) :: path' =>
    if c <? 0 then DoesNotFit
    else match expand s with
         | Ok next => walk l' (next :: rest :: path') (add m s c) (depth + 1) (entered f (depth + 1) false)
         | Wrong why => Found why
         end
  | Other :: l', (s :: rest) :: path' => walk l' (rest :: path') (add m s (-1)) depth (taken f)
  | Leave :: l', [] :: path' => walk l' path' m (depth - 1) f
  | _, _ => DoesNotFit
  end.

(** A script begins by entering the initial state. *)
Definition walk_from (s : state) (l : list token) : answer :=
  match l with
  | Enter c :: l' =>
    if c <? 0 then DoesNotFit
    else match expand s with
         | Ok next => walk l' [next] (add (Numbers.empty _) s c) 0
                           (entered {| n_states := 0; n_transitions := 0; n_depth := 0 |} 0 true)
         | Wrong why => Found why
         end
  | _ => DoesNotFit
  end.

(** ** What the walk proves *)

Hypothesis eqb_eq : forall a b, eqb a b = true <-> a = b.

Lemma eqb_same (s : state) : eqb s s = true.
Proof. now apply eqb_eq. Qed.

Lemma eqb_other (s t : state) : s <> t -> eqb s t = false.
Proof. intro no. destruct (eqb s t) eqn:e; [|reflexivity]. apply eqb_eq in e. contradiction. Qed.

Lemma state_dec (s t : state) : {s = t} + {s <> t}.
Proof.
  destruct (eqb s t) eqn:e.
  - left. now apply eqb_eq.
  - right. intro same. subst. rewrite eqb_same in e. discriminate.
Qed.

Lemma balance_in_add (b : bucket) (s t : state) (d : Z) :
  balance_in (add_in b s d) t = balance_in b t + (if eqb t s then d else 0).
Proof.
  induction b as [|[u c] b IH]; cbn.
  - destruct (eqb t s); lia.
  - destruct (eqb s u) eqn:su; cbn.
    + apply eqb_eq in su. subst u. destruct (eqb t s); lia.
    + destruct (eqb t u) eqn:tu; [|apply IH].
      apply eqb_eq in tu. subst u. destruct (eqb t s) eqn:ts; [|lia].
      apply eqb_eq in ts. subst t. rewrite eqb_same in su. discriminate.
Qed.

Lemma balance_add_same (m : Numbers.t bucket) (s : state) (d : Z) : balance (add m s d) s = balance m s + d.
Proof.
  unfold balance, add, bucket_of. rewrite Facts.add_eq_o by reflexivity.
  rewrite balance_in_add, eqb_same. reflexivity.
Qed.

Lemma balance_add_other (m : Numbers.t bucket) (s t : state) (d : Z) : s <> t -> balance (add m s d) t = balance m t.
Proof.
  intro no. unfold balance, add, bucket_of. destruct (Z.eq_dec (hash s) (hash t)) as [same|differ].
  - rewrite Facts.add_eq_o by assumption. rewrite balance_in_add, eqb_other by congruence. rewrite same. lia.
  - now rewrite Facts.add_neq_o.
Qed.

Lemma balanced_is_zero (m : Numbers.t bucket) (s : state) : balanced m = true -> balance m s = 0.
Proof.
  unfold balanced, balance, bucket_of. intro all. rewrite forallb_forall in all.
  destruct (Numbers.find (hash s) m) as [b|] eqn:found; [|reflexivity].
  apply Numbers.find_2, Numbers.elements_1, SetoidList.InA_alt in found.
  destruct found as ([h b'] & [e1 e2] & inside). cbn in e1, e2. subst b'.
  specialize (all _ inside). cbn in all. rewrite forallb_forall in all.
  clear inside. induction b as [|[t c] b IH]; cbn; [reflexivity|].
  destruct (eqb s t).
  - specialize (all (t, c) (or_introl eq_refl)). cbn in all. now apply Z.eqb_eq.
  - apply IH. intros x inside. apply all. now right.
Qed.

(** E: the states entered. A: those that other transitions have led to. *)
Record consistent (E A : list state) (path : list (list state)) (m : Numbers.t bucket) : Prop := {
  expands : forall s, In s E -> exists next, expand s = Ok next /\
    forall d, In d next -> In d E \/ In d A \/ exists f, In f path /\ In d f;
  unentered : forall s, ~ In s E -> balance m s <= 0;
  arrived : forall s, In s A -> In s E \/ balance m s < 0 }.

Definition closed (E : list state) : Prop :=
  forall s, In s E -> exists next, expand s = Ok next /\ incl next E.

Lemma consistent_enter E A s rest path next m c :
  consistent E A ((s :: rest) :: path) m -> expand s = Ok next ->
  consistent (s :: E) A (next :: rest :: path) (add m s c).
Proof.
  intros [ex un ar] good. split.
  - intros t [same|old].
    + subst t. exists next. split; [assumption|]. intros d inside. right. right. exists next. cbn. auto.
    + destruct (ex _ old) as (after & e & all). exists after. split; [assumption|].
      intros d inside. destruct (all _ inside) as [h|[h|(f & hf & hd)]]; [left; now right|right; now left|].
      destruct hf as [hf|hf].
      * subst f. destruct hd as [hd|hd]; [left; now left|]. right. right. exists rest. cbn. auto.
      * right. right. exists f. cbn. auto.
  - intros t no. cbn in no. rewrite balance_add_other by tauto. apply un. tauto.
  - intros t inside. destruct (state_dec s t) as [same|differ]; [left; now left|].
    rewrite balance_add_other by assumption. destruct (ar _ inside); [left; now right|now right].
Qed.

Lemma consistent_other E A s rest path m :
  consistent E A ((s :: rest) :: path) m -> consistent E (s :: A) (rest :: path) (add m s (-1)).
Proof.
  intros [ex un ar]. split.
  - intros t old. destruct (ex _ old) as (after & e & all). exists after. split; [assumption|].
    intros d inside. destruct (all _ inside) as [h|[h|(f & hf & hd)]]; [now left|right; left; now right|].
    destruct hf as [hf|hf].
    + subst f. destruct hd as [hd|hd]; [right; left; now left|]. right. right. exists rest. cbn. auto.
    + right. right. exists f. cbn. auto.
  - intros t no. destruct (state_dec s t) as [same|differ].
    + subst t. rewrite balance_add_same. specialize (un _ no). lia.
    + rewrite balance_add_other by assumption. auto.
  - intros t inside. destruct (state_dec s t) as [same|differ].
    + subst t. destruct (in_dec state_dec s E) as [yes|no]; [now left|].
      right. rewrite balance_add_same. specialize (un _ no). lia.
    + rewrite balance_add_other by assumption. destruct inside; [contradiction|auto].
Qed.

Lemma consistent_leave E A path m : consistent E A ([] :: path) m -> consistent E A path m.
Proof.
  intros [ex un ar]. split; auto.
  intros s inside. destruct (ex _ inside) as (next & e & all). exists next. split; [assumption|].
  intros d hd. destruct (all _ hd) as [h|[h|(f & [hf|hf] & hf')]]; [now left|right; now left|subst f; contradiction|].
  right. right. exists f. auto.
Qed.

Lemma walk_sound (l : list token) : forall path m depth f f' E A,
  walk l path m depth f = Certified f' -> consistent E A path m -> exists E', incl E E' /\ closed E'.
Proof.
  induction l as [|t l IH]; intros path m depth f f' E A accepted inv; cbn in accepted.
  - destruct path; [|discriminate]. destruct (balanced m) eqn:zero; [|discriminate].
    exists E. split; [apply incl_refl|]. intros s inside. destruct inv as [ex un ar].
    destruct (ex _ inside) as (next & e & all). exists next. split; [assumption|].
    intros d hd. destruct (all _ hd) as [h|[h|(g & [] & _)]]; [assumption|].
    destruct (ar _ h) as [yes|less]; [assumption|]. rewrite balanced_is_zero in less by assumption. lia.
  - destruct t as [c| |].
    + destruct path as [|[|s rest] path]; try discriminate. destruct (c <? 0); [discriminate|].
      destruct (expand s) as [next|] eqn:good; [|discriminate].
      destruct (IH _ _ _ _ _ _ _ accepted (consistent_enter _ _ _ _ _ _ _ c inv good)) as (E' & more & cl).
      exists E'. split; [|assumption]. intros x hx. apply more. now right.
    + destruct path as [|[|s rest] path]; try discriminate.
      exact (IH _ _ _ _ _ _ _ accepted (consistent_other _ _ _ _ _ _ inv)).
    + destruct path as [|[|s rest] path]; try discriminate.
      exact (IH _ _ _ _ _ _ _ accepted (consistent_leave _ _ _ _ inv)).
Qed.

Theorem walk_from_sound (s : state) (l : list token) (f : figures) :
  walk_from s l = Certified f -> exists E, In s E /\ closed E.
Proof.
  unfold walk_from. destruct l as [|[c| |] l]; try discriminate. destruct (c <? 0); [discriminate|].
  destruct (expand s) as [next|] eqn:good; [|discriminate]. intro accepted.
  destruct (walk_sound _ _ _ _ _ _ [s] [] accepted) as (E & more & cl).
  - split.
    + intros t [same|[]]. subst t. exists next. split; [assumption|].
      intros d hd. right. right. exists next. cbn. auto.
    + intros t no. cbn in no. rewrite balance_add_other by tauto. cbn. lia.
    + intros t [].
  - exists E. split; [|assumption]. apply more. now left.
Qed.
End Walk.

(** * States of the machine are compared, and have hashes *)

Section Compared.
Variable A : Type.
Variable eqb : A -> A -> bool.

Fixpoint list_eqb (a b : list A) : bool :=
  match a, b with
  | [], [] => true
  | x :: a', y :: b' => eqb x y && list_eqb a' b'
  | _, _ => false
  end.

Fixpoint vec_eqb (a b : vec A) : bool :=
  match a, b with
  | Leaf x, Leaf y => eqb x y
  | Node l r, Node l' r' => vec_eqb l l' && vec_eqb r r'
  | _, _ => false
  end.

Definition option_eqb (a b : option A) : bool :=
  match a, b with
  | Some x, Some y => eqb x y
  | None, None => true
  | _, _ => false
  end.

Hypothesis eqb_eq : forall a b, eqb a b = true <-> a = b.

Lemma list_eqb_eq : forall a b, list_eqb a b = true <-> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; cbn; try (split; congruence).
  rewrite andb_true_iff, eqb_eq, IH. split; [intros []; congruence|intro e; injection e; auto].
Qed.

Lemma vec_eqb_eq : forall a b, vec_eqb a b = true <-> a = b.
Proof.
  induction a as [x|l IHl r IHr]; intros [y|l' r']; cbn; try (split; congruence).
  - rewrite eqb_eq. split; congruence.
  - rewrite andb_true_iff, IHl, IHr. split; [intros []; congruence|intro e; injection e; auto].
Qed.

Lemma option_eqb_eq : forall a b, option_eqb a b = true <-> a = b.
Proof. intros [x|] [y|]; cbn; try (split; congruence). rewrite eqb_eq. split; congruence. Qed.
End Compared.

Definition process_eqb (a b : process) : bool :=
  (at_control a =? at_control b) && (type_of a =? type_of b) && (priority a =? priority b)
  && vec_eqb _ Z.eqb (locals a) (locals b).

Definition channel_eqb (a b : channel) : bool :=
  (channel_type_of a =? channel_type_of b) && list_eqb _ (list_eqb _ Z.eqb) (messages a) (messages b).

Definition state_eqb (a b : state) : bool :=
  list_eqb _ process_eqb (processes a) (processes b) && vec_eqb _ Z.eqb (globals a) (globals b)
  && list_eqb _ channel_eqb (channels a) (channels b) && (last a =? last b) && (event a =? event b)
  && option_eqb _ process_eqb (claim a) (claim b).

Lemma process_eqb_eq a b : process_eqb a b = true <-> a = b.
Proof.
  destruct a, b. unfold process_eqb. cbn. rewrite !andb_true_iff, !Z.eqb_eq, (vec_eqb_eq _ _ Z.eqb_eq).
  split; [intros [[[]]]; congruence|intro e; injection e; auto].
Qed.

Lemma channel_eqb_eq a b : channel_eqb a b = true <-> a = b.
Proof.
  destruct a, b. unfold channel_eqb. cbn.
  rewrite andb_true_iff, Z.eqb_eq, (list_eqb_eq _ _ (list_eqb_eq _ _ Z.eqb_eq)).
  split; [intros []; congruence|intro e; injection e; auto].
Qed.

Lemma state_eqb_eq a b : state_eqb a b = true <-> a = b.
Proof.
  destruct a, b. unfold state_eqb. cbn.
  rewrite !andb_true_iff, !Z.eqb_eq, (vec_eqb_eq _ _ Z.eqb_eq), (list_eqb_eq _ _ process_eqb_eq),
    (list_eqb_eq _ _ channel_eqb_eq), (option_eqb_eq _ _ process_eqb_eq).
  split; [intros [[[[[]]]]]; congruence|intro e; injection e; auto 8].
Qed.

(** Any function would do; a good one saves time. *)
Definition mix (h v : Z) : Z := let x := Z.land (Z.lxor h v * 1000003 + v) 1099511627775 in Z.lxor x (Z.shiftr x 17).

Fixpoint hash_vec (h : Z) (v : vec Z) : Z :=
  match v with
  | Leaf x => mix h x
  | Node l r => hash_vec (hash_vec h l) r
  end.

Definition hash_process (h : Z) (q : process) : Z :=
  hash_vec (mix (mix h (at_control q)) (type_of q + 256 * priority q)) (locals q).

Definition hash_channel (h : Z) (c : channel) : Z :=
  mix (fold_left (fun h m => fold_left mix m h) (messages c) h) (count (messages c)).

Definition state_hash (s : state) : Z :=
  fold_left hash_channel (channels s)
    (fold_left hash_process (processes s)
      (match claim s with
       | Some q => hash_process (hash_vec (mix (last s) (event s)) (globals s)) q
       | None => hash_vec (mix (last s) (event s)) (globals s)
       end)).

(** * Programs *)

Fixpoint all_ok (l : list (result state)) : result (list state) :=
  match l with
  | [] => Ok []
  | r :: rest => let* s := r in let* others := all_ok rest in Ok (s :: others)
  end.

Definition invariant_holds (p : program) (s : state) (c : code) : bool :=
  match value (exec p false deepest) nobody c s with
  | Ok v => negb (v =? 0)
  | Wrong _ => false
  end.

(** The successors of a state, if it is safe. *)
Definition expand (p : program) (s : state) : result (list state) :=
  let* next := all_ok (outcomes p s) in
  let* _ := ensure (forallb (invariant_holds p s) (invariants p)) InvariantFails in
  match next with
  | [] =>
    let* _ := ensure (negb (judges_deadlocks p) || is_some (claim s) || at_end p s) Deadlock in Ok []
  | _ => Ok next
  end.

Record script := { said : figures; tokens : list token }.

Definition figures_eqb (a b : figures) : bool :=
  (n_states a =? n_states b) && (n_transitions a =? n_transitions b) && (n_depth a =? n_depth b).

Definition judge (p : program) (x : script) : answer :=
  match initial p with
  | Wrong why => Found why
  | Ok s =>
    match walk_from state state_eqb state_hash (expand p) s (tokens x) with
    | Certified f => if figures_eqb f (said x) then Certified f else OtherFigures f
    | other => other
    end
  end.

Definition check (p : program) (x : script) : bool :=
  match judge p x with
  | Certified _ => true
  | _ => false
  end.

Lemma all_ok_in l : forall next, all_ok l = Ok next ->
  (forall why, ~ In (Wrong why) l) /\ forall s, In (Ok s) l -> In s next.
Proof.
  induction l as [|[s|why] l IH]; intros next e; cbn in e; try discriminate.
  - injection e as <-. cbn. tauto.
  - destruct (all_ok l) as [others|]; [|discriminate]. injection e as <-.
    destruct (IH _ eq_refl) as [none all]. split.
    + intros why [h|h]; [discriminate|now apply none in h].
    + intros t [h|h]; [left; congruence|right; auto].
Qed.

Lemma expand_outcomes p s next : expand p s = Ok next -> forall s', In (Ok s') (outcomes p s) -> In s' next.
Proof.
  unfold expand. destruct (all_ok (outcomes p s)) as [l|] eqn:all; [|discriminate]. cbn.
  destruct (forallb _ _); [|discriminate]. cbn. apply all_ok_in in all. destruct all as [_ all]. intro e.
  intros s' inside. apply all in inside. destruct l; [contradiction|]. injection e as <-. assumption.
Qed.

Lemma expand_safe p s next : expand p s = Ok next -> safe p s.
Proof.
  unfold expand. destruct (all_ok (outcomes p s)) as [l|] eqn:all; [|discriminate]. cbn.
  destruct (forallb (invariant_holds p s) (invariants p)) eqn:inv; [|discriminate]. cbn. intro e.
  split; [|split].
  - now apply all_ok_in in all.
  - intros judged no_claim nothing. rewrite nothing in all. injection all as <-.
    rewrite judged, no_claim in e. cbn in e.
    destruct (at_end p s); [reflexivity|discriminate].
  - intros c inside. rewrite forallb_forall in inv. specialize (inv _ inside). unfold invariant_holds in inv.
    destruct (value _ _ c s) as [v|]; [|discriminate]. exists v. split; [reflexivity|].
    intro zero. subst v. discriminate.
Qed.

(** A program is a transition system, so the theorems of Systems.v are about it. *)
Lemma reachable_in_system p t : reachable p t ->
  Systems.reachable state (fun s => initial p = Ok s) (fun s s' => In (Ok s') (outcomes p s)) t.
Proof. induction 1; [now apply Systems.at_start|eapply Systems.by_step; eauto]. Qed.

Lemma closed_safe p E s : initial p = Ok s -> In s E -> closed state (expand p) E ->
  forall t, reachable p t -> safe p t.
Proof.
  intros starts inside cl t r.
  apply (Systems.closed_and_safe _ _ _ (fun t => In t E)) with (4 := reachable_in_system _ _ r).
  - intros t' begins. congruence.
  - intros a b here steps. destruct (cl _ here) as (next & e & more). apply more. eapply expand_outcomes; eauto.
  - intros a here. destruct (cl _ here) as (next & e & _). eapply expand_safe; eauto.
Qed.

(** ** The theorem *)
Theorem check_sound (p : program) (x : script) :
  check p x = true -> forall s, reachable p s -> safe p s.
Proof.
  unfold check, judge. destruct (initial p) as [s|] eqn:starts; [|discriminate].
  destruct (walk_from _ _ _ _ s (tokens x)) as [f| | | |] eqn:walked; try discriminate. intros _.
  destruct (walk_from_sound _ _ _ _ state_eqb_eq _ _ _ walked) as (E & inside & cl).
  exact (closed_safe _ _ _ starts inside cl).
Qed.

(** An accepted program has a start: the theorem is not about nothing. *)
Theorem check_starts (p : program) (x : script) : check p x = true -> exists s, reachable p s.
Proof.
  unfold check, judge. destruct (initial p) as [s|] eqn:starts; [|discriminate]. intros _. exists s. now left.
Qed.
