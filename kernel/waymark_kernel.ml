(* Reads a program and a script as text (docs/trust/kernel.md), and lets the verified checker judge them.
   What is wrong with the text itself ends in Malformed; what the numbers mean is the checker's business. *)

open Extracted

exception Malformed of string

let text = ref ""
let at = ref 0

let malformed what = raise (Malformed (Printf.sprintf "byte %d: %s" !at what))
let is_space c = c = ' ' || c = '\n'

let rec skip_space () =
  if !at < String.length !text && is_space !text.[!at] then (incr at; skip_space ())

let word () =
  skip_space ();
  let first = !at in
  while !at < String.length !text && not (is_space !text.[!at]) do incr at done;
  if !at = first then malformed "the text ends too early";
  String.sub !text first (!at - first)

let expect wanted =
  let found = word () in
  if found <> wanted then malformed (Printf.sprintf "'%s' instead of '%s'" found wanted)

(* At most 33 bits, which is what the extraction relies on. *)
let number () =
  let found = word () in
  let digits = String.to_seq found in
  if String.length found > 11 || not (Seq.fold_left (fun yes c -> yes && (c = '-' || (c >= '0' && c <= '9'))) true digits)
  then malformed ("no number: " ^ found);
  match int_of_string_opt found with
  | Some n when abs n <= 0xFFFFFFFF -> n
  | _ -> malformed ("no number: " ^ found)

let natural () = let n = number () in if n < 0 then malformed "a negative number" else n

let yes_or_no () =
  match word () with
  | "0" -> false
  | "1" -> true
  | other -> malformed ("neither 0 nor 1: " ^ other)

(* A list is its length and its elements. *)
let many read = List.init (natural ()) (fun _ -> read ())
let named name read = expect name; read ()
let pair first second = fun () -> let a = first () in let b = second () in (a, b)
let optional read () = match many read with [] -> None | [a] -> Some a | _ -> malformed "more than one"

let rec nat_of n = if n <= 0 then O else S (nat_of (n - 1))

(* The depth of a vector of so many elements. *)
let depth n = let rec go d = if 1 lsl d >= n then d else go (d + 1) in go 0
let vector default l = vec_of (nat_of (depth (List.length l))) default l

let kind () =
  match word () with
  | "u8" -> U8 | "u16" -> U16 | "s16" -> S16 | "s32" -> S32
  | other -> malformed ("no kind of cell: " ^ other)
let cell () = let kept_as = kind () in let kept_bits = natural () in { kept_as; kept_bits }

let instruction () =
  let one make = make (number ()) in
  let two make = let a = number () in let b = number () in make a b in
  match word () with
  | "jump" -> one (fun n -> Jump n) | "jump-if-zero" -> one (fun n -> JumpIfZero n)
  | "push" -> one (fun n -> Push n)
  | "global" -> one (fun n -> LoadGlobal n) | "local" -> one (fun n -> LoadLocal n)
  | "global-address" -> one (fun n -> GlobalAddress n) | "local-address" -> one (fun n -> LocalAddress n)
  | "remote-address" -> two (fun a b -> RemoteAddress (a, b))
  | "index" -> two (fun a b -> Index (a, b))
  | "fetch" -> Fetch | "assign" -> Assign (cell ())
  | "hidden-read" -> one (fun n -> HiddenRead n) | "hidden-write" -> one (fun n -> HiddenWrite n)
  | "drop" -> Drop
  | "add" -> Binary Add | "subtract" -> Binary Sub | "multiply" -> Binary Mul | "divide" -> Binary Div
  | "modulo" -> Binary Mod | "shift-left" -> Binary Shl | "shift-right" -> Binary Shr
  | "and" -> Binary And | "or" -> Binary Or | "xor" -> Binary Xor
  | "equal" -> Binary Equal | "unequal" -> Binary Unequal | "less" -> Binary Less | "at-most" -> Binary AtMost
  | "greater" -> Binary Greater | "at-least" -> Binary AtLeast
  | "negate" -> Unary Neg | "complement" -> Unary Compl | "not" -> Unary Not | "truth" -> Unary Truth
  | "pid" -> OwnPid | "process-count" -> ProcessCount | "first-of-type" -> one (fun n -> FirstOfType n)
  | "last" -> LastMover | "own-priority" -> OwnPriority | "timeout" -> IsTimeout | "enabled" -> Enabled
  | "control-state" -> ControlState | "at-label" -> two (fun a b -> AtLabel (a, b))
  | "get-priority" -> GetPriority | "set-priority" -> SetPriority
  | "length" -> TestChannel Length | "full" -> TestChannel Full | "empty" -> TestChannel Empty
  | "not-full" -> TestChannel NotFull | "not-empty" -> TestChannel NotEmpty
  | "poll" -> one (fun n -> Poll n)
  | "run" -> let a = number () in two (fun b c -> Run (a, b, c))
  | "verify" -> Verify | "print" -> one (fun n -> Print n)
  | other -> malformed ("no instruction: " ^ other)

let code () = many instruction

let pattern () =
  match word () with
  | "bind" -> let address = code () in Bind (address, cell ())
  | "sink" -> Sink
  | "match" -> Match (code ())
  | other -> malformed ("no pattern: " ^ other)

let send () =
  let s_channel = code () in
  let s_values = code () in
  let s_count = natural () in
  let s_sorted = yes_or_no () in
  { s_channel; s_values; s_count; s_sorted }

let receive () =
  let r_channel = code () in
  let r_random = yes_or_no () in
  let r_copy = yes_or_no () in
  let r_fields = many pattern in
  { r_channel; r_random; r_copy; r_fields }

let statement () =
  match word () with
  | "skip" -> Skip | "condition" -> Condition (code ()) | "effect" -> Effect (code ()) | "launch" -> Launch (code ())
  | "send" -> Send (send ()) | "receive" -> Receive (receive ())
  | "else" -> Else | "end" -> End | "d_step" -> DStep (natural ())
  | other -> malformed ("no statement: " ^ other)

let way () =
  let what = named "way" statement in
  let atomic = yes_or_no () in
  let target = natural () in
  let escape = natural () in
  { what; atomic; target; escape }

let control () =
  let proper_end = named "state" yes_or_no in
  let in_dstep = yes_or_no () in
  let ways = many way in
  { ways; proper_end; in_dstep }

let channel_start = pair natural natural
let nowhere_to_go = { ways = []; proper_end = false; in_dstep = false }

let process_type () =
  ignore (named "type" word : string);
  let room = nat_of (depth (named "bytes" natural)) in
  let start = named "start" natural in
  let deterministic = named "deterministic" yes_or_no in
  let provided = named "provided" (optional code) in
  let initialise = named "initialise" code in
  let parameters = named "parameters" (fun () -> many (pair natural cell)) in
  let own_channels = named "channels" (fun () -> many channel_start) in
  let exclusive = named "exclusive" (fun () -> many (pair yes_or_no code)) in
  let controls = vector nowhere_to_go (named "states" (fun () -> many control)) in
  { start; controls; room; provided; initialise; parameters; own_channels; exclusive; deterministic }

let channel_type () = let capacity = natural () in let fields = many cell in { capacity; fields }

let no_type = { start = 0; controls = Leaf nowhere_to_go; room = O; provided = None; initialise = []; parameters = [];
                own_channels = []; exclusive = []; deterministic = false }

let program () =
  expect "waymark-kernel"; expect "1";
  let judges_deadlocks = named "deadlocks" yes_or_no in
  let judges_assertions = named "assertions" yes_or_no in
  let invariants = named "invariants" (fun () -> many code) in
  let uses_last = named "last" yes_or_no in
  let uses_priorities = named "priorities" yes_or_no in
  let global_room = nat_of (depth (named "bytes" natural)) in
  let hidden = named "hidden" (fun () -> many natural) in
  let global_init = named "initialise" code in
  let global_channels = named "channels" (fun () -> many channel_start) in
  let channel_types = vector { capacity = 0; fields = [] } (named "channel-types" (fun () -> many channel_type)) in
  let polls = vector { r_channel = []; r_random = false; r_copy = false; r_fields = [] }
      (named "receives" (fun () -> many receive)) in
  let types = vector no_type (named "types" (fun () -> many process_type)) in
  let active = named "active" (fun () -> many (pair natural natural)) in
  let never = named "never" (optional natural) in
  { types; channel_types; polls; global_room; global_init; global_channels; active; never; hidden; uses_last;
    uses_priorities; judges_assertions; judges_deadlocks; invariants }

(* `+` and a number enters, `.` takes another transition, `-` leaves. *)
let rec script_tokens out =
  skip_space ();
  if !at = String.length !text then List.rev out
  else
    let c = !text.[!at] in
    incr at;
    match c with
    | '.' -> script_tokens (Other :: out)
    | '-' -> script_tokens (Leave :: out)
    | '+' ->
      let first = !at in
      while !at < String.length !text && !text.[!at] >= '0' && !text.[!at] <= '9' do incr at done;
      if !at = first || !at - first > 10 then malformed "no count";
      script_tokens (Enter (int_of_string ("0u" ^ String.sub !text first (!at - first))) :: out)
    | _ -> malformed "neither +, . nor -"

let script () =
  let n_states = named "script" natural in
  let n_transitions = natural () in
  let n_depth = natural () in
  { said = { n_states; n_transitions; n_depth }; tokens = script_tokens [] }

let told = function
  | OutOfBounds -> "an array index is out of range" | DivisionByZero -> "a division by zero"
  | NoChannel -> "a channel variable without a channel" | WrongArity -> "a wrong number of message fields"
  | PollOfRendezvous -> "a poll or copy on a rendezvous channel"
  | NotExclusive -> "another process claims this end of a channel by xr or xs"
  | TooManyProcesses -> "too many processes" | TooManyChannels -> "too many channels"
  | BadPriority -> "a priority out of range" | SelfEnabled -> "enabled() of the process itself"
  | DStepBlocks -> "a statement inside a d_step blocks" | RendezvousInDStep -> "a rendezvous send inside a d_step"
  | Nondeterminism -> "a D_proctype has several ways to go" | AssertionFails -> "an assertion fails"
  | ClaimCompleted -> "the never claim completes" | InvariantFails -> "an invariant does not hold"
  | TraceFails -> "an event does not fit the trace"
  | Deadlock -> "nothing can move, and not every process is at a proper end"
  | HiddenUnwritten -> "a hidden variable is read before it is written" | Endless -> "an indivisible sequence goes on too long"
  | Unsupported -> "the machine does not know this"

let answer_of name = function
  | Certified f -> Printf.printf "certified: %s, %d states, %d transitions\n" name f.n_states f.n_transitions; 0
  | Found ((HiddenUnwritten | Endless | Unsupported) as why) -> Printf.printf "unsupported: %s: %s\n" name (told why); 3
  | Found why -> Printf.printf "violation: %s: %s\n" name (told why); 1
  | DoesNotFit -> Printf.printf "rejected: %s: the script does not fit the program\n" name; 4
  | DoesNotClose ->
    Printf.printf "rejected: %s: some transition leads to a state that is left out, or some count is wrong\n" name; 4
  | OtherFigures f ->
    Printf.printf "rejected: %s: it has %d states, %d transitions and depth %d\n" name f.n_states f.n_transitions f.n_depth; 4

let read_all name = let file = open_in_bin name in
  let all = really_input_string file (in_channel_length file) in close_in file; all

let judged name explores =
  try
    text := read_all name;
    at := 0;
    let made_of = program () in
    answer_of name (if explores then explore made_of else judge made_of (script ()))
  with
  | Malformed why -> Printf.printf "rejected: %s: %s\n" name why; 4
  | Sys_error why -> prerr_endline ("waymark-kernel: error: " ^ why); 2
  | Out_of_memory | Stack_overflow -> Printf.printf "incomplete: %s: it needs more memory\n" name; 3

(* Several files are judged one after the other; the exit code is that of the worst. *)
let () =
  match List.tl (Array.to_list Sys.argv) with
  | "--explore" :: (_ :: _ as names) -> exit (List.fold_left (fun worst name -> max worst (judged name true)) 0 names)
  | _ :: _ as names -> exit (List.fold_left (fun worst name -> max worst (judged name false)) 0 names)
  | [] -> prerr_endline "usage: waymark-kernel [--explore] FILE.k..."; exit 2
