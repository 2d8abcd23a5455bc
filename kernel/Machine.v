(** The machine that a Promela program compiles to.

    A program is a set of process types. Each type is an automaton: numbered control states, each with its ways out.
    Expressions and effects are code for a stack machine whose jumps go forward only. This file says what a state is,
    and which states follow it. Nothing here is proved; this is what the theorem of Checker.v is about. *)

From Coq Require Import ZArith List Bool.
Import ListNotations.
Open Scope Z_scope.

(** * Numbers: those of C's int, with wrap-around *)

Definition wrap (v : Z) : Z :=
  let low := Z.land v 4294967295 in if low <? 2147483648 then low else low - 4294967296.

(** The product of two ints, by halves, so that no intermediate value needs more than 48 bits. *)
Definition times (x y : Z) : Z :=
  wrap (Z.land (Z.shiftr x 16 * y) 65535 * 65536 + Z.land x 65535 * y).

Definition of_bool (b : bool) : Z := if b then 1 else 0.

(** How a variable keeps a value: its bits after the mask. *)
Inductive kind := U8 | U16 | S16 | S32.
Record cell := { kept_as : kind; kept_bits : Z }.

Definition cut (c : cell) (v : Z) : Z :=
  let bits := Z.land v (kept_bits c) in
  match kept_as c with
  | U8 => Z.land bits 255
  | U16 => Z.land bits 65535
  | S16 => let low := Z.land bits 65535 in if low <? 32768 then low else low - 65536
  | S32 => wrap bits
  end.

Inductive binary := Add | Sub | Mul | Div | Mod | Shl | Shr | And | Or | Xor 
| Equal | Unequal | Less | AtMost | Greater | AtLeast.
Inductive unary := Neg | Compl | Not | Truth.

(** Nothing for a division by zero. *)
Definition compute (op : binary) (x y : Z) : option Z :=
  match op with
  | Add => Some (wrap (x + y))
  | Sub => Some (wrap (x - y))
  | Mul => Some (times x y)
  | Div => if y =? 0 then None else Some (wrap (Z.quot x y))
  | Mod => if y =? 0 then None else Some (wrap (Z.rem x y))
  | Shl => Some (if (y <? 0) || (31 <? y) then 0 else times x (Z.shiftl 1 y))
  | Shr => Some (if (y <? 0) || (31 <? y) then (if x <? 0 then -1 else 0) else Z.shiftr x y)
  | And => Some (Z.land x y)
  | Or => Some (Z.lor x y)
  | Xor => Some (Z.lxor x y)
  | Equal => Some (of_bool (x =? y))
  | Unequal => Some (of_bool (negb (x =? y)))
  | Less => Some (of_bool (x <? y))
  | AtMost => Some (of_bool (x <=? y))
  | Greater => Some (of_bool (y <? x))
  | AtLeast => Some (of_bool (y <=? x))
  end.

Definition compute_unary (op : unary) (x : Z) : Z :=
  match op with
  | Neg => wrap (- x)
  | Compl => Z.lxor x (-1)
  | Not => of_bool (x =? 0)
  | Truth => of_bool (negb (x =? 0))
  end.

(** * Vectors: complete binary trees, found by the bits of an index, lowest first *)

Inductive vec (A : Type) := Leaf (a : A) | Node (even odd : vec A).
Arguments Leaf {A}.
Arguments Node {A}.

Fixpoint get {A} (v : vec A) (i : Z) : A :=
  match v with Leaf a => a | Node l r => if Z.odd i then get r (Z.div2 i) else get l (Z.div2 i) end.

Fixpoint set {A} (v : vec A) (i : Z) (a : A) : vec A :=
  match v with
  | Leaf _ => Leaf a
  | Node l r => if Z.odd i then Node l (set r (Z.div2 i) a) else Node (set l (Z.div2 i) a) r
  end.

(** 2^depth times the same. *)
Fixpoint fill {A} (depth : nat) (a : A) : vec A :=
  match depth with O => Leaf a | S d => let half := fill d a in Node half half end.

Fixpoint vec_from {A} (v : vec A) (i : Z) (l : list A) : vec A :=
  match l with [] => v | a :: rest => vec_from (set v i a) (i + 1) rest end.

(** The elements of the list, and behind them the default up to 2^depth. *)
Definition vec_of {A} (depth : nat) (default : A) (l : list A) : vec A := vec_from (fill depth default) 0 l.

(** * Lists *)

Fixpoint nth_of {A} (l : list A) (i : Z) : option A :=
  match l with [] => None | a :: rest => if i =? 0 then Some a else nth_of rest (i - 1) end.

Fixpoint replace {A} (l : list A) (i : Z) (a : A) : list A :=
  match l with [] => [] | b :: rest => if i =? 0 then a :: rest else b :: replace rest (i - 1) a end.

Fixpoint remove_at {A} (l : list A) (i : Z) : list A :=
  match l with [] => [] | b :: rest => if i =? 0 then rest else b :: remove_at rest (i - 1) end.

Fixpoint count {A} (l : list A) : Z :=
  match l with [] => 0 | _ :: rest => 1 + count rest end.

Fixpoint first_n {A} (l : list A) (n : Z) : list A :=
  match l with [] => [] | a :: rest => if n <=? 0 then [] else a :: first_n rest (n - 1) end.

Fixpoint drop_n {A} (l : list A) (n : Z) : list A :=
  match l with [] => [] | _ :: rest => if n <=? 0 then l else drop_n rest (n - 1) end.

(** The places in a list, the last one first. *)
Definition downwards {A} (l : list A) : list Z :=
  (fix go (l : list A) (i : Z) (out : list Z) : list Z :=
     match l with [] => out | _ :: rest => go rest (i + 1) (i :: out) end) l 0 [].

(** * Programs *)

Inductive channel_test := Length | Full | Empty | NotFull | NotEmpty.

(** An address is the offset of a global variable; or that of a local one, to which [process_unit] is added for
    process 0, twice that for process 1, and so on; or negative: of a variable that does not exist. *)
Inductive instr :=
| Jump (n : Z) (** over the next n *)
| JumpIfZero (n : Z) (** value → *)
| Push (c : Z)
| LoadGlobal (offset : Z) (** → value *)
| LoadLocal (offset : Z)
| GlobalAddress (offset : Z) (** → address *)
| LocalAddress (offset : Z)
| RemoteAddress (type offset : Z) (** pid → address *)
| Index (bound stride : Z) (** address, i → address + i * stride *)
| Fetch (** address → value *)
| Assign (c : cell) (** address, value → *)
| HiddenRead (flag : Z) (** a variable that must have been written in this step *)
| HiddenWrite (flag : Z)
| Drop (** value → *)
| Binary (op : binary) (** x, y → value *)
| Unary (op : unary)
| OwnPid
| ProcessCount
| FirstOfType (type : Z) (** → pid, or the number of processes if there is none *)
| LastMover
| OwnPriority
| IsTimeout
| Enabled (** pid → 0 or 1 *)
| ControlState (** pid → control state *)
| AtLabel (type state : Z) (** pid → 0 or 1 *)
| GetPriority (** pid → priority *)
| SetPriority (** pid, priority → *)
| TestChannel (t : channel_test) (** channel → value *)
| Poll (receive : Z) (** → 0 or 1 *)
| Run (type arguments priority : Z) (** arguments → pid *)
| Verify (** value → ; 0 fails the assertion *)
| Print (arguments : Z).

Definition code := list instr.

Record send := {
  s_channel : code;
  s_values : code; (** leaves the values of the message *)
  s_count : Z;
  s_sorted : bool }.

Inductive pattern :=
| Bind (address : code) (c : cell)
| Sink
| Match (value : code).

Record receive := {
  r_channel : code;
  r_random : bool; (** takes the first message that matches, not only the oldest *)
  r_copy : bool; (** leaves the message in the channel *)
  r_fields : list pattern }.

Inductive statement :=
| Skip
| Condition (c : code)
| Effect (c : code) (** always executable *)
| Launch (c : code) (** the same, of an expression that runs a process *)
| Send (s : send)
| Receive (r : receive)
| Else
| End (** the closing brace of a process *)
| DStep (start : Z) (** the control states inside it, from start until one outside it is reached *)
| Event (sent : bool) (r : receive). (** of a trace: a send or a receive that fits the pattern *)

Record way := {
  what : statement;
  atomic : bool; (** its process goes on alone *)
  target : Z; (** control state *)
  escape : Z }. (** which escape of an unless it belongs to; 0: none *)

Record control := {
  ways : list way; (** in the order in which they are tried *)
  proper_end : bool;
  in_dstep : bool }.

Record process_type := {
  start : Z; (** control state *)
  controls : vec control;
  room : nat; (** its variables are a vector of this depth *)
  provided : option code;
  initialise : code;
  parameters : list (Z * cell); (** offset *)
  own_channels : list (Z * Z); (** offset of the variable, type of the channel *)
  exclusive : list (bool * code); (** xr (true) and xs: the channel whose end is claimed *)
  deterministic : bool }.

Record channel_type := {
  capacity : Z; (** 0: a rendezvous channel *)
  fields : list cell }.

(** A trace (or notrace) automaton, which moves with what is sent to some global channels and received from them. *)
Record watcher := {
  watched_by : Z; (** its type *)
  forbids : bool; (** notrace *)
  last_control : Z; (** where its text ends *)
  sends_watched : list Z; (** numbers of channels *)
  receives_watched : list Z }.

Record program := {
  types : vec process_type;
  channel_types : vec channel_type;
  polls : vec receive;
  global_room : nat;
  global_init : code;
  global_channels : list (Z * Z);
  active : list (Z * Z); (** type and priority of the processes at the start *)
  never : option Z; (** type of the never claim *)
  trace : option watcher;
  hidden : list Z; (** offsets of global variables that are 0 between steps *)
  uses_last : bool;
  uses_priorities : bool;
  judges_assertions : bool; (** otherwise a failed assertion is passed over *)
  judges_deadlocks : bool;
  invariants : list code }. (** must not be 0 in any state *)

(** * States *)

Record process := { type_of : Z; at_control : Z; priority : Z; locals : vec Z }.
Record channel := { channel_type_of : Z; messages : list (list Z) }. (** the oldest first *)

Record state := {
  globals : vec Z;
  last : Z; (** who moved last, if the program asks for it *)
  event : Z; (** control state of the trace, if there is one *)
  claim : option process; (** the never claim *)
  channels : list channel; (** number 1 first *)
  processes : list process }. (** pid 0 first *)

Definition make_state g l e c ch ps :=
  {| globals := g; last := l; event := e; claim := c; channels := ch; processes := ps |}.
Definition with_globals s v := make_state v (last s) (event s) (claim s) (channels s) (processes s).
Definition with_last s pid := make_state (globals s) pid (event s) (claim s) (channels s) (processes s).
Definition with_event s e := make_state (globals s) (last s) e (claim s) (channels s) (processes s).
Definition with_claim s c := make_state (globals s) (last s) (event s) c (channels s) (processes s).
Definition with_channels s l := make_state (globals s) (last s) (event s) (claim s) l (processes s).
Definition with_processes s l := make_state (globals s) (last s) (event s) (claim s) (channels s) l.

Definition claim_pid : Z := 65535.
Definition nobody : Z := 65536.
Definition process_unit : Z := 4294967296.
Definition nowhere : Z := -1.
Definition most : Z := 255. (** processes, and channels *)

Definition find (s : state) (pid : Z) : option process :=
  if pid =? claim_pid then claim s else nth_of (processes s) pid.

Definition put (s : state) (pid : Z) (q : process) : state :=
  if pid =? claim_pid then with_claim s (Some q) else with_processes s (replace (processes s) pid q).

Definition control_of (p : program) (q : process) : control :=
  get (controls (get (types p) (type_of q))) (at_control q).

(** * What can go wrong *)

Inductive trouble :=
| OutOfBounds | DivisionByZero | NoChannel | WrongArity | PollOfRendezvous | NotExclusive | TooManyProcesses
| TooManyChannels | BadPriority | SelfEnabled | DStepBlocks | RendezvousInDStep | Nondeterminism | AssertionFails
| ClaimCompleted | TraceFails | TraceChoice | InvariantFails | Deadlock
| HiddenUnwritten | Endless | Unsupported.

Inductive result (A : Type) := Ok (a : A) | Wrong (why : trouble).
Arguments Ok {A}.
Arguments Wrong {A}.

Definition and_then {A B} (r : result A) (f : A -> result B) : result B :=
  match r with Ok a => f a | Wrong why => Wrong why end.
Notation "'let*' x ':=' r 'in' rest" := (and_then r (fun x => rest)) (at level 200, x pattern, rest at level 200).

Definition demand {A} (o : option A) (why : trouble) : result A :=
  match o with Some a => Ok a | None => Wrong why end.
Definition ensure (b : bool) (why : trouble) : result unit := if b then Ok tt else Wrong why.

(** What goes wrong in a test counts as true: the step will meet it again. What is not known stays so. *)
Definition tolerate (r : result bool) : result bool :=
  match r with Ok b => Ok b | Wrong Unsupported => Wrong Unsupported | Wrong _ => Ok true end.

Fixpoint any {A} (f : A -> result bool) (l : list A) : result bool :=
  match l with [] => Ok false | a :: rest => let* yes := f a in if yes : bool then Ok true else any f rest end.

Fixpoint keep {A} (f : A -> result bool) (l : list A) : result (list A) :=
  match l with
  | [] => Ok []
  | a :: rest => let* yes := f a in let* others := keep f rest in Ok (if yes : bool then a :: others else others)
  end.

(** * Memory *)

Definition fetch (s : state) (address : Z) : Z :=
  if address <? 0 then 0
  else if address <? process_unit then get (globals s) address
  else match find s (Z.shiftr address 32 - 1) with Some q => get (locals q) (Z.land address 4294967295) | None => 0 end.

Definition with_locals (q : process) (v : vec Z) : process :=
  {| type_of := type_of q; at_control := at_control q; priority := priority q; locals := v |}.

Definition store (s : state) (address v : Z) : state :=
  if address <? 0 then s
  else if address <? process_unit then with_globals s (set (globals s) address v)
  else let pid := Z.shiftr address 32 - 1 in
       match find s pid with
       | Some q => put s pid (with_locals q (set (locals q) (Z.land address 4294967295) v))
       | None => s
       end.

Definition assign (s : state) (address v : Z) : result state :=
  let* _ := ensure (0 <=? address) Unsupported in Ok (store s address v).

Definition address_of (pid offset : Z) : Z := (pid + 1) * process_unit + offset.

Definition enter (s : state) (pid to : Z) : state :=
  match find s pid with
  | Some q => put s pid {| type_of := type_of q; at_control := to; priority := priority q; locals := locals q |}
  | None => s
  end.

Definition remember (p : program) (s : state) (pid : Z) : state :=
  if uses_last p && negb (pid =? claim_pid) then with_last s pid else s.

(** The channel variables at a base get new channels. *)
Fixpoint start_channels (base : Z) (l : list (Z * Z)) (s : state) : result state :=
  match l with
  | [] => Ok s
  | (offset, type) :: rest =>
    let number := count (channels s) + 1 in
    let* _ := ensure (number <=? most) TooManyChannels in
    start_channels base rest
      (store (with_channels s (channels s ++ [{| channel_type_of := type; messages := [] |}])) (base + offset) number)
  end.

Fixpoint store_arguments (base : Z) (l : list (Z * cell)) (values : list Z) (s : state) : state :=
  match l, values with
  | (offset, c) :: l', v :: values' => store_arguments base l' values' (store s (base + offset) (cut c v))
  | _, _ => s
  end.

(** The youngest process ends, and the channels that it declared with it. *)
Definition pop_process (p : program) (s : state) : state :=
  let youngest := count (processes s) - 1 in
  match nth_of (processes s) youngest with
  | Some q =>
    let kept := count (channels s) - count (own_channels (get (types p) (type_of q))) in
    with_processes (with_channels s (first_n (channels s) kept)) (first_n (processes s) youngest)
  | None => s
  end.

(** * Code, with the code that it calls

    [call pid c s] runs a piece of code for process pid in state s. It gives the values that the code leaves, the last
    one first, and the state after it. [timeout] is the value of Promela's timeout. *)

Section Code.
Variable p : program.
Variable timeout : bool.
Variable call : Z -> code -> state -> result (list Z * state).

Definition value (pid : Z) (c : code) (s : state) : result Z :=
  let* (stack, _) := call pid c s in
  match stack with v :: _ => Ok v | [] => Wrong Unsupported end.

(** ** Channels *)

Definition find_channel (s : state) (number : Z) : result channel :=
  demand (if number <? 1 then None else nth_of (channels s) (number - 1)) NoChannel.
Definition type_of_channel (c : channel) : channel_type := get (channel_types p) (channel_type_of c).
Definition is_rendezvous (c : channel) : bool := capacity (type_of_channel c) =? 0.
Definition is_full (c : channel) : bool :=
  negb (is_rendezvous c) && (capacity (type_of_channel c) <=? count (messages c)).

(** No other process claims this end of a channel by xr or xs. *)
Definition check_exclusive (pid number : Z) (receives sends : bool) (c : channel) (s : state) : result unit :=
  if is_rendezvous c then Ok tt
  else
    let claims_it (other : Z) : bool :=
      match find s other with
      | Some q =>
        existsb (fun (e : bool * code) =>
                   (if fst e then receives else sends)
                   && match value other (snd e) s with Ok n => n =? number | Wrong _ => true end)
                (exclusive (get (types p) (type_of q)))
      | None => false
      end in
    ensure (negb (existsb (fun other => negb (other =? pid) && claims_it other) (downwards (processes s))))
           NotExclusive.

Definition can_send (pid : Z) (x : send) (s : state) : result bool :=
  let* number := value pid (s_channel x) s in
  let* c := find_channel s number in
  let* _ := check_exclusive pid number false true c s in
  Ok (negb (is_full c)).

Fixpoint matches (pid : Z) (l : list pattern) (message : list Z) (s : state) : result bool :=
  match l, message with
  | Match v :: l', m :: message' =>
    let* wanted := value pid v s in
    if wanted =? m then matches pid l' message' s else Ok false
  | _ :: l', _ :: message' => matches pid l' message' s
  | _, _ => Ok true
  end.

(** The place of the first message that matches. *)
Fixpoint place (pid : Z) (r : receive) (l : list (list Z)) (i : Z) (s : state) : result (option Z) :=
  match l with
  | [] => Ok None
  | m :: rest =>
    let* yes := matches pid (r_fields r) m s in
    if yes then Ok (Some i) else if r_random r then place pid r rest (i + 1) s else Ok None
  end.

(** [in_part]: a poll may leave out fields; a receive must not. *)
Definition matching (pid : Z) (r : receive) (c : channel) (in_part : bool) (s : state) : result (option Z) :=
  match messages c with
  | [] => Ok None
  | l =>
    let has := count (fields (type_of_channel c)) in
    let wants := count (r_fields r) in
    let* _ := ensure ((wants =? has) || (in_part && (wants <? has))) WrongArity in
    place pid r l 0 s
  end.

Definition is_some {A} (o : option A) : bool := match o with Some _ => true | None => false end.

Definition can_receive (pid : Z) (r : receive) (s : state) : result bool :=
  let* number := value pid (r_channel r) s in
  let* c := find_channel s number in
  let* _ := check_exclusive pid number true false c s in
  if is_rendezvous c then let* _ := ensure (negb (r_copy r)) PollOfRendezvous in Ok false
  else let* found := matching pid r c false s in Ok (is_some found).

Definition poll (pid : Z) (r : receive) (s : state) : result bool :=
  let* number := value pid (r_channel r) s in
  let* c := find_channel s number in
  let* _ := check_exclusive pid number true true c s in
  let* _ := ensure (negb (is_rendezvous c)) PollOfRendezvous in
  let* found := matching pid r c true s in Ok (is_some found).

Definition test_channel (pid : Z) (t : channel_test) (number : Z) (s : state) : result Z :=
  let* c := find_channel s number in
  let* _ := check_exclusive pid number (match t with NotFull => false | _ => true end)
                            (match t with NotEmpty => false | _ => true end) c s in
  let length := count (messages c) in
  Ok (match t with
      | Length => length
      | Full => of_bool (is_full c)
      | NotFull => of_bool (negb (is_full c))
      | Empty => of_bool (length =? 0)
      | NotEmpty => of_bool (negb (length =? 0))
      end).

(** ** Whether a way can be gone, a partner for a rendezvous left aside *)

Definition can_do (pid : Z) (x : statement) (moved : bool) (s : state) : result bool :=
  match x with
  | Skip | Effect _ | Launch _ => Ok true
  | Condition c => tolerate (let* v := value pid c s in Ok (negb (v =? 0)))
  | Send x => tolerate (can_send pid x s)
  | Receive r => tolerate (can_receive pid r s)
  | Else => Ok (negb moved)
  | End => Ok (pid + 1 =? count (processes s))
  | DStep _ | Event _ _ => Wrong Unsupported (** a d_step inside another, or an event outside a trace *)
  end.

Definition controls_of (pid : Z) (s : state) (i : Z) : list way :=
  match find s pid with Some q => ways (get (controls (get (types p) (type_of q))) i) | None => [] end.

Definition is_test (x : statement) : bool := match x with Skip | Effect _ => false | _ => true end.

(** A d_step begins by one of its tests, if there are any. *)
Definition executable (pid : Z) (w : way) (moved : bool) (s : state) : result bool :=
  match what w with
  | DStep begin =>
    match filter (fun o => is_test (what o)) (controls_of pid s begin) with
    | [] => Ok true
    | tests => any (fun o => can_do pid (what o) moved s) tests
    end
  | x => can_do pid x moved s
  end.

Definition ways_of (pid : Z) (s : state) : list way :=
  match find s pid with Some q => ways (control_of p q) | None => [] end.

Definition has_enabled (pid : Z) (s : state) : result bool :=
  any (fun w => executable pid w false s) (ways_of pid s).

(** ** New processes *)

Definition new_process (type priority : Z) : process :=
  let t := get (types p) type in
  {| type_of := type; at_control := start t; priority := if uses_priorities p then priority else 0;
     locals := fill (room t) 0 |}.

Definition start_process (type priority : Z) (arguments : list Z) (s : state) : result (Z * state) :=
  let pid := count (processes s) in
  let t := get (types p) type in
  let* _ := ensure (pid <? most) TooManyProcesses in
  let with_it := with_processes s (processes s ++ [new_process type priority]) in
  let* with_channels := start_channels (address_of pid 0) (own_channels t)
                                       (store_arguments (address_of pid 0) (parameters t) arguments with_it) in
  let* (_, s') := call pid (initialise t) with_channels in
  Ok (pid, s').

(** ** Instructions *)

Definition push (v : Z) (stack : list Z) (s : state) : result (list Z * state) := Ok (v :: stack, s).

Definition is_of_type (q : process) (type : Z) : bool := type_of q =? type.

Fixpoint first_of_type (type : Z) (l : list process) (i : Z) : Z :=
  match l with [] => i | q :: rest => if is_of_type q type then i else first_of_type type rest (i + 1) end.

Definition set_priority (pid v : Z) (s : state) : result state :=
  match nth_of (processes s) pid with
  | None => Ok s
  | Some q =>
    let* _ := ensure ((1 <=? v) && (v <=? 255)) BadPriority in
    Ok (put s pid {| type_of := type_of q; at_control := at_control q; priority := v; locals := locals q |})
  end.

(** The stack's top stands first. *)
Definition instruction (pid : Z) (i : instr) (stack : list Z) (s : state) : result (list Z * state) :=
  match i, stack with
  | Push c, _ => push c stack s
  | LoadGlobal offset, _ => push (get (globals s) offset) stack s
  | LoadLocal offset, _ => let* q := demand (find s pid) Unsupported in push (get (locals q) offset) stack s
  | GlobalAddress offset, _ => push offset stack s
  | LocalAddress offset, _ => push (address_of pid offset) stack s
  | RemoteAddress type offset, of :: rest =>
    push (match nth_of (processes s) of with
          | Some q => if is_of_type q type then address_of of offset else nowhere
          | None => nowhere
          end) rest s
  | Index bound stride, i :: address :: rest =>
    let* _ := ensure ((0 <=? i) && (i <? bound)) OutOfBounds in
    push (if address <? 0 then nowhere else address + times i stride) rest s
  | Fetch, address :: rest => push (fetch s address) rest s
  | Assign c, v :: address :: rest => let* s' := assign s address (cut c v) in Ok (rest, s')
  | HiddenRead flag, _ => let* _ := ensure (negb (get (globals s) flag =? 0)) HiddenUnwritten in Ok (stack, s)
  | HiddenWrite flag, _ => Ok (stack, with_globals s (set (globals s) flag 1))
  | Drop, _ :: rest => Ok (rest, s)
  | Binary op, y :: x :: rest => let* v := demand (compute op x y) DivisionByZero in push v rest s
  | Unary op, x :: rest => push (compute_unary op x) rest s
  | OwnPid, _ => push pid stack s
  | ProcessCount, _ => push (count (processes s)) stack s
  | FirstOfType type, _ => push (first_of_type type (processes s) 0) stack s
  | LastMover, _ => push (last s) stack s
  | OwnPriority, _ => push (match find s pid with Some q => priority q | None => 0 end) stack s
  | IsTimeout, _ => push (of_bool timeout) stack s
  | Enabled, of :: rest =>
    let* _ := ensure (negb (of =? pid)) SelfEnabled in
    let* yes := match nth_of (processes s) of with Some _ => has_enabled of s | None => Ok false end in
    push (of_bool yes) rest s
  | ControlState, of :: rest =>
    push (match nth_of (processes s) of with Some q => at_control q | None => 0 end) rest s
  | AtLabel type at_state, of :: rest =>
    push (match nth_of (processes s) of with
          | Some q => of_bool (is_of_type q type && (at_control q =? at_state))
          | None => 0
          end) rest s
  | GetPriority, of :: rest =>
    push (match nth_of (processes s) of with Some q => priority q | None => 0 end) rest s
  | SetPriority, v :: of :: rest => let* s' := set_priority of v s in Ok (rest, s')
  | TestChannel t, number :: rest => let* v := test_channel pid t number s in push v rest s
  | Poll n, _ => let* yes := poll pid (get (polls p) n) s in push (of_bool yes) stack s
  | Run type n priority, _ =>
    let* (new, s') := start_process type priority (rev (first_n stack n)) s in
    push new (drop_n stack n) s'
  | Verify, v :: rest => let* _ := ensure (negb (v =? 0) || negb (judges_assertions p)) AssertionFails in Ok (rest, s)
  | Print n, _ => Ok (drop_n stack n, s)
  | _, _ => Wrong Unsupported
  end.

(** [skip]: how many instructions a jump still leaves out. *)
Fixpoint run (pid : Z) (c : code) (skip : Z) (stack : list Z) (s : state) : result (list Z * state) :=
  match c with
  | [] => Ok (stack, s)
  | i :: rest =>
    if 0 <? skip then run pid rest (skip - 1) stack s
    else match i, stack with
         | Jump n, _ => run pid rest n stack s
         | JumpIfZero n, v :: stack' => run pid rest (if v =? 0 then n else 0) stack' s
         | _, _ => let* (stack', s') := instruction pid i stack s in run pid rest 0 stack' s'
         end
  end.
End Code.

(** Code calls code (of patterns, of new processes, of what others can do), but not deeper than this. *)
Fixpoint exec (p : program) (timeout : bool) (depth : nat) (pid : Z) (c : code) (s : state) : result (list Z * state) :=
  match depth with O => Wrong Unsupported | S d => run p timeout (exec p timeout d) pid c 0 [] s end.

Definition deepest : nat := 4.

(** * Steps *)

Section Steps.
Variable p : program.
Variable timeout : bool.
Let call := exec p timeout deepest.

(** ** A message that is offered on a rendezvous channel *)

Record offer := { o_channel : Z; o_values : list Z }.

Fixpoint cut_all (l : list cell) (values : list Z) : list Z :=
  match l, values with c :: l', v :: values' => cut c v :: cut_all l' values' | _, _ => [] end.

Definition values_to_send (pid : Z) (x : send) (c : channel) (s : state) : result (list Z) :=
  let* (stack, _) := call pid (s_values x) s in
  let* _ := ensure (s_count x =? count (fields (type_of_channel p c))) WrongArity in
  Ok (rev stack).

Definition is_offer (pid : Z) (w : way) (s : state) : bool :=
  match what w with
  | Send x =>
    match (let* number := value call pid (s_channel x) s in find_channel s number) with
    | Ok c => is_rendezvous p c
    | Wrong _ => false
    end
  | _ => false
  end.

Definition make_offer (pid : Z) (x : send) (s : state) : result offer :=
  let* number := value call pid (s_channel x) s in
  let* c := find_channel s number in
  let* l := values_to_send pid x c s in
  Ok {| o_channel := number; o_values := cut_all (fields (type_of_channel p c)) l |}.

Definition takes (pid : Z) (x : statement) (o : offer) (s : state) : result bool :=
  match x with
  | Receive r =>
    let* number := value call pid (r_channel r) s in
    if number =? o_channel o then
      let* _ := ensure (count (r_fields r) =? count (o_values o)) WrongArity in
      matches call pid (r_fields r) (o_values o) s
    else Ok false
  | _ => Ok false
  end.

(** Whether a receive, or a d_step that begins with one, takes the offer. *)
Definition accepts (pid : Z) (w : way) (o : offer) (s : state) : result bool :=
  match what w with
  | DStep begin => any (fun other => takes pid (what other) o s) (controls_of p pid s begin)
  | x => takes pid x o s
  end.

(** ** Doing *)

Fixpoint bind (pid : Z) (l : list pattern) (values : list Z) (s : state) : result state :=
  match l, values with
  | Bind a c :: l', v :: values' =>
    let* address := value call pid a s in
    let* s' := assign s address (cut c v) in bind pid l' values' s'
  | _ :: l', _ :: values' => bind pid l' values' s
  | _, _ => Ok s
  end.

(** The trace moves with what was sent or received: at most one of its ways may fit. *)
Definition follow_trace (sent : bool) (number : Z) (message : list Z) (s : state) : result state :=
  match trace p with
  | None => Ok s
  | Some t =>
    let fits (w : way) : result bool :=
      match what w with
      | Event as_sent r =>
        let* n := value call nobody (r_channel r) s in
        if Bool.eqb as_sent sent && (n =? number) then matches call nobody (r_fields r) message s else Ok false
      | _ => Ok false
      end in
    if negb (existsb (Z.eqb number) (if sent then sends_watched t else receives_watched t)) then Ok s
    else let* fitting := if event s =? last_control t then Ok []
                         else keep fits (ways (get (controls (get (types p) (watched_by t))) (event s))) in
         match fitting with
         | [] => if forbids t then Ok (with_event s (last_control t)) else Wrong TraceFails
         | [w] =>
           let* _ := ensure (negb (forbids t && (target w =? last_control t))) TraceFails in
           Ok (with_event s (target w))
         | _ => Wrong TraceChoice
         end
  end.

(** Whether a message stands before another in a sorted channel. *)
Fixpoint before (a b : list Z) : bool :=
  match a, b with x :: a', y :: b' => (x <? y) || ((x =? y) && before a' b') | _, _ => false end.

(** The new message is compared as it stands, before it is cut to the types of the fields, as in Spin. *)
Fixpoint insert (new kept : list Z) (l : list (list Z)) : list (list Z) :=
  match l with
  | [] => [kept]
  | m :: rest => if before new m then kept :: m :: rest else m :: insert new kept rest
  end.

Definition put_messages (s : state) (number : Z) (c : channel) (l : list (list Z)) : state :=
  with_channels s (replace (channels s) (number - 1) {| channel_type_of := channel_type_of c; messages := l |}).

Definition do_send (pid : Z) (x : send) (s : state) : result state :=
  let* number := value call pid (s_channel x) s in
  let* c := find_channel s number in
  let* _ := check_exclusive p call pid number false true c s in
  let* l := values_to_send pid x c s in
  let kept := cut_all (fields (type_of_channel p c)) l in
  let queue := if s_sorted x then insert l kept (messages c) else messages c ++ [kept] in
  follow_trace true number (List.last queue []) (put_messages s number c queue).

Definition do_receive (pid : Z) (r : receive) (s : state) : result state :=
  let* number := value call pid (r_channel r) s in
  let* c := find_channel s number in
  let* _ := check_exclusive p call pid number true false c s in
  let* _ := ensure (negb (is_rendezvous p c)) PollOfRendezvous in
  let* found := matching p call pid r c false s in
  let* i := demand found Unsupported in
  let* m := demand (nth_of (messages c) i) Unsupported in
  let* s' := bind pid (r_fields r) m s in
  if r_copy r then Ok s'
  else let* traced := follow_trace false number (hd [] (messages c)) s' in
       Ok (put_messages traced number c (remove_at (messages c) i)).

(** A statement that is no d_step. With an offer, a receive takes that. *)
Definition do_one (pid : Z) (x : statement) (o : option offer) (s : state) : result state :=
  match x with
  | Skip | Else => Ok s
  | Condition c => let* _ := value call pid c s in Ok s
  | Effect c | Launch c => let* (_, s') := call pid c s in Ok s'
  | Send x => do_send pid x s
  | Receive r =>
    match o with
    | Some o =>
      let* traced := follow_trace false (o_channel o) (o_values o) s in
      bind pid (r_fields r) (o_values o) traced
    | None => do_receive pid r s
    end
  | End => Ok (pop_process p s)
  | DStep _ | Event _ _ => Wrong Unsupported
  end.

Fixpoint first_way (test : way -> result bool) (l : list way) : result (option way) :=
  match l with
  | [] => Ok None
  | w :: rest => let* yes := test w in if yes : bool then Ok (Some w) else first_way test rest
  end.

(** The statements inside a d_step, from a control state until one outside it: the first way that can be gone. *)
Fixpoint do_dstep (fuel : nat) (pid at_state : Z) (o : option offer) (s : state) : result state :=
  match fuel with
  | O => Wrong Endless
  | S fuel' =>
    match find s pid with
    | None => Wrong Unsupported
    | Some q =>
      let c := get (controls (get (types p) (type_of q))) at_state in
      if in_dstep c then
        let* found := first_way (fun w => match o with
                                          | Some o => accepts pid w o s
                                          | None => executable p call pid w false s
                                          end) (ways c) in
        let* w := demand found DStepBlocks in
        let* _ := ensure (negb (is_offer pid w s)) RendezvousInDStep in
        let* s' := do_one pid (what w) o s in
        do_dstep fuel' pid (target w) None s'
      else Ok (enter s pid at_state)
    end
  end.

Definition longest : nat := 100 * 100. (** statements in one indivisible sequence *)

(** A process goes one way, and stands behind it. *)
Definition go (pid : Z) (w : way) (o : option offer) (s : state) : result state :=
  let* s' := match what w with
             | DStep begin => do_dstep longest pid begin o s
             | End => do_one pid End o s
             | x => let* s' := do_one pid x o s in Ok (enter s' pid (target w))
             end in
  Ok (remember p s' pid).

(** ** What can be done in a state *)

Inductive move :=
| Alone (pid : Z) (w : way)
| Together (pid : Z) (w : way) (o : offer) (partner : Z) (v : way) (** a send and a receive on a rendezvous channel *)
| Impossible (why : trouble).

Definition may_go (pid : Z) (s : state) : result bool :=
  match find s pid with
  | None => Ok false
  | Some q =>
    match provided (get (types p) (type_of q)) with
    | None => Ok true
    | Some c => let* v := value call pid c s in Ok (negb (v =? 0))
    end
  end.

Definition priority_in (s : state) (pid : Z) : Z := match find s pid with Some q => priority q | None => 0 end.

(** By its provided clause, and everybody's priorities. *)
Definition may_move (pid : Z) (s : state) : result bool :=
  if pid =? claim_pid then Ok true
  else
    let* own := may_go pid s in
    if own && uses_priorities p then
      let* preceded := any (fun other =>
        if priority_in s pid <? priority_in s other then
          let* rival := may_go other s in if rival : bool then has_enabled p call other s else Ok false
        else Ok false) (downwards (processes s)) in
      Ok (negb preceded)
    else Ok own.

(** Once a way out by an escape is found, only the same escape counts. *)
Definition another (chosen : Z) (w : way) : bool := negb (chosen =? 0) && negb (chosen =? escape w).

Fixpoint receiving (sender : Z) (w : way) (o : offer) (pid : Z) (s : state) (chosen : Z) (l : list way) : list move :=
  match l with
  | [] => []
  | v :: rest =>
    if another chosen v then []
    else match accepts pid v o s with
         | Ok false => receiving sender w o pid s chosen rest
         | Ok true => Together sender w o pid v :: receiving sender w o pid s (escape v) rest
         | Wrong why => [Impossible why]
         end
  end.

(** Those who take an offer, asked when the sender has moved. *)
Definition partners (sender : Z) (w : way) (x : send) (s : state) : list move :=
  match make_offer sender x s with
  | Wrong why => [Impossible why]
  | Ok o =>
    let s' := remember p (enter s sender (target w)) sender in
    flat_map (fun pid =>
      if pid =? sender then []
      else match receiving sender w o pid s' 0 (ways_of p pid s') with
           | [] => []
           | l => match may_move pid s' with
                  | Ok true => l
                  | Ok false => []
                  | Wrong why => [Impossible why]
                  end
           end) (downwards (processes s'))
  end.

Fixpoint moves_among (pid : Z) (one : bool) (s : state) (moved : bool) (chosen : Z) (l : list way) : list move :=
  match l with
  | [] => []
  | w :: rest =>
    if another chosen w then []
    else match executable p call pid w moved s with
         | Wrong why => [Impossible why]
         | Ok false => moves_among pid one s moved chosen rest
         | Ok true =>
           let here := if is_offer pid w s then match what w with Send x => partners pid w x s | _ => [] end
                       else if one && moved then [Impossible Nondeterminism] else [Alone pid w] in
           match here with
           | [] => moves_among pid one s moved chosen rest
           | _ => here ++ moves_among pid one s true (escape w) rest
           end
         end
  end.

Definition moves_of (pid : Z) (s : state) : list move :=
  match find s pid with
  | None => []
  | Some q => moves_among pid (deterministic (get (types p) (type_of q))) s false 0 (ways (control_of p q))
  end.

Definition allowed_moves_of (pid : Z) (s : state) : list move :=
  match may_move pid s with Ok true => moves_of pid s | Ok false => [] | Wrong why => [Impossible why] end.

Definition moves_of_all (s : state) : list move :=
  flat_map (fun pid => allowed_moves_of pid s) (downwards (processes s)).

(** The state after a move, and who goes on alone, if anybody does. *)
Definition make_move (m : move) (s : state) : result (state * option Z) :=
  let goes_on (w : way) (pid : Z) := if atomic w then Some pid else None in
  match m with
  | Impossible why => Wrong why
  | Alone pid w => let* s' := go pid w None s in Ok (s', goes_on w pid)
  | Together pid w o partner v =>
    let* traced := follow_trace true (o_channel o) (o_values o) s in
    let* s' := go partner v (Some o) (remember p (enter traced pid (target w)) pid) in
    Ok (s', goes_on v partner)
  end.
End Steps.

(** * Successors *)

(** Every state in which an indivisible sequence that begins with this move can end. *)
Fixpoint follow (p : program) (fuel : nat) (timeout : bool) (m : move) (s : state) : list (result state) :=
  match fuel with
  | O => [Wrong Endless]
  | S fuel' =>
    match make_move p timeout m s with
    | Wrong why => [Wrong why]
    | Ok (s', None) => [Ok s']
    | Ok (s', Some pid) =>
      match allowed_moves_of p false pid s' with
      | [] => [Ok s'] (** it is blocked, and everybody may move again *)
      | l => flat_map (fun m' => follow p fuel' false m' s') l
      end
    end
  end.

(** What processes can do; if nothing, what they can do at a timeout. *)
Definition system_moves (p : program) (s : state) : bool * list move :=
  match moves_of_all p false s with [] => (true, moves_of_all p true s) | l => (false, l) end.

Definition follow_all (p : program) (moves : bool * list move) (s : state) : list (result state) :=
  flat_map (fun m => follow p longest (fst moves) m s) (snd moves).

Definition claim_moves (p : program) (s : state) : bool * list move :=
  let (timeout, l) := system_moves p s in
  let at_timeout := timeout && match l with [] => false | _ => true end in
  (at_timeout, moves_of p at_timeout claim_pid s).

(** The never claim has moved; the system follows, or stutters if it has come to its end. *)
Definition after_claim (p : program) (r : result state) : list (result state) :=
  match r with
  | Wrong why => [Wrong why]
  | Ok s =>
    if match claim s with Some q => proper_end (control_of p q) | None => false end then [Wrong ClaimCompleted]
    else match system_moves p s with (_, []) => [Ok s] | moves => follow_all p moves s end
  end.

Definition forget_hidden (p : program) (s : state) : state :=
  match hidden p with [] => s | l => with_globals s (fold_left (fun v offset => set v offset 0) l (globals s)) end.

Definition arrive (p : program) (r : result state) : result state := let* s := r in Ok (forget_hidden p s).

Definition outcomes (p : program) (s : state) : list (result state) :=
  map (arrive p)
      (if is_some (claim s) then flat_map (after_claim p) (follow_all p (claim_moves p s) s)
       else follow_all p (system_moves p s) s).

(** * The start *)

Fixpoint start_active (p : program) (l : list (Z * Z)) (s : state) : result state :=
  match l with
  | [] => Ok s
  | (type, priority) :: rest =>
    let zeros := map (fun _ => 0) (parameters (get (types p) type)) in
    let* (_, s') := start_process p (exec p false deepest) type priority zeros s in
    start_active p rest s'
  end.

Definition initial (p : program) : result state :=
  let run_code pid c s := let* (_, s') := exec p false deepest pid c s in Ok s' in
  let s0 := {| globals := fill (global_room p) 0; last := 0;
               event := match trace p with Some t => start (get (types p) (watched_by t)) | None => 0 end;
               claim := option_map (fun t => new_process p t 0) (never p);
               channels := []; processes := [] |} in
  let* s1 := match never p with
             | Some t => run_code claim_pid (initialise (get (types p) t)) s0
             | None => Ok s0
             end in
  let* s2 := start_channels 0 (global_channels p) s1 in
  let* s3 := run_code nobody (global_init p) s2 in
  let* s4 := start_active p (active p) s3 in
  Ok (forget_hidden p s4).

(** * What is claimed of a program *)

Inductive reachable (p : program) : state -> Prop :=
| at_start : forall s, initial p = Ok s -> reachable p s
| by_step : forall s s', reachable p s -> In (Ok s') (outcomes p s) -> reachable p s'.

(** Every process stands at a proper end, and so does the trace, unless all processes are gone. *)
Definition at_end (p : program) (s : state) : bool :=
  forallb (fun q => proper_end (control_of p q)) (processes s)
  && match trace p, processes s with
     | Some t, _ :: _ => proper_end (get (controls (get (types p) (watched_by t))) (event s))
     | _, _ => true
     end.

(** Nothing goes wrong in a step; where nothing can be done, every process has come to a proper end; invariants hold. *)
Definition safe (p : program) (s : state) : Prop :=
  (forall why, ~ In (Wrong why) (outcomes p s)) /\
  (judges_deadlocks p = true -> claim s = None -> outcomes p s = [] -> at_end p s = true) /\
  (forall c, In c (invariants p) -> exists v, value (exec p false deepest) nobody c s = Ok v /\ v <> 0).
