(* Reads a program and a script as text (docs/trust/kernel.md), and lets the verified checker judge them.
   What is wrong with the text itself ends in Malformed; what its numbers mean is the checker's business. *)
open Extracted
exception Malformed of string

let text = ref "" and at = ref 0
let malformed what = raise (Malformed (Printf.sprintf "byte %d: %s" !at what))
let at_end () = !at >= String.length !text
let at_space () = !text.[!at] = ' ' || !text.[!at] = '\n'
let skip_space () = while not (at_end ()) && at_space () do incr at done

let word () =
  skip_space ();
  let first = !at in
  while not (at_end ()) && not (at_space ()) do incr at done;
  if !at = first then malformed "the text ends too early";
  String.sub !text first (!at - first)

let is_digit c = c >= '0' && c <= '9'

(* At most 32 bits, and a sign: the extraction relies on that. *)
let decimal digits =
  if digits = "" || String.length digits > 10 || not (String.for_all is_digit digits) then malformed "no number";
  let n = String.fold_left (fun n c -> 10 * n + Char.code c - Char.code '0') 0 digits in
  if n > 0xFFFFFFFF then malformed "a number is too large" else n

let number () =
  let found = word () in
  if found.[0] = '-' then - decimal (String.sub found 1 (String.length found - 1)) else decimal found

let natural () = let n = number () in if n < 0 then malformed "a negative number" else n
let yes_or_no () = match natural () with 0 -> false | 1 -> true | _ -> malformed "neither 0 nor 1"

(* A list is its length and its elements. *)
let many read () = List.init (natural ()) (fun _ -> read ())
let pair first second () = let a = first () in let b = second () in a, b
let optional read () = match many read () with [] -> None | [a] -> Some a | _ -> malformed "more than one"
let expect wanted = if word () <> wanted then malformed ("no '" ^ wanted ^ "'")
let named name read = expect name; read ()

(* The depth of a vector of so many elements. *)
let depth n = let rec go d = if 1 lsl d >= n then O else S (go (d + 1)) in go 0
let vector default l = vec_of (depth (List.length l)) default l

let kind () = match word () with
  | "u8" -> U8 | "u16" -> U16 | "s16" -> S16 | "s32" -> S32 | other -> malformed ("no kind of cell: " ^ other)
let cell () = let kept_as = kind () in let kept_bits = natural () in { kept_as; kept_bits }

let instruction () =
  let one make = make (number ()) in
  let two make = let a = number () in let b = number () in make a b in
  match word () with
  | "jump" -> one (fun n -> Jump n) | "jump-if-zero" -> one (fun n -> JumpIfZero n) | "push" -> one (fun n -> Push n)
  | "global" -> one (fun n -> LoadGlobal n) | "local" -> one (fun n -> LoadLocal n)
  | "global-address" -> one (fun n -> GlobalAddress n) | "local-address" -> one (fun n -> LocalAddress n)
  | "remote-address" -> two (fun a b -> RemoteAddress (a, b)) | "index" -> two (fun a b -> Index (a, b))
  | "fetch" -> Fetch | "assign" -> Assign (cell ()) | "drop" -> Drop
  | "hidden-read" -> one (fun n -> HiddenRead n) | "hidden-write" -> one (fun n -> HiddenWrite n)
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
  | "not-full" -> TestChannel NotFull | "not-empty" -> TestChannel NotEmpty | "poll" -> one (fun n -> Poll n)
  | "run" -> let a = number () in two (fun b c -> Run (a, b, c))
  | "verify" -> Verify | "print" -> one (fun n -> Print n)
  | other -> malformed ("no instruction: " ^ other)
let code = many instruction

let pattern () = match word () with
  | "bind" -> let address = code () in Bind (address, cell ()) | "sink" -> Sink | "match" -> Match (code ())
  | other -> malformed ("no pattern: " ^ other)

let send () =
  let s_channel = code () in let s_values = code () in let s_count = natural () in let s_sorted = yes_or_no () in
  { s_channel; s_values; s_count; s_sorted }
let receive () =
  let r_channel = code () in let r_random = yes_or_no () in let r_copy = yes_or_no () in
  { r_channel; r_random; r_copy; r_fields = many pattern () }

let statement () = match word () with
  | "skip" -> Skip | "condition" -> Condition (code ()) | "effect" -> Effect (code ()) | "launch" -> Launch (code ())
  | "send" -> Send (send ()) | "receive" -> Receive (receive ()) | "else" -> Else | "end" -> End
  | "d_step" -> DStep (natural ()) | "event" -> let sent = yes_or_no () in Event (sent, receive ())
  | other -> malformed ("no statement: " ^ other)

let way () =
  let what = named "way" statement in let atomic = yes_or_no () in let target = natural () in
  { what; atomic; target; escape = natural () }
let control () =
  let proper_end = named "state" yes_or_no in let in_dstep = yes_or_no () in
  { ways = many way (); proper_end; in_dstep }

let no_control = { ways = []; proper_end = false; in_dstep = false }
let channel_starts = many (pair natural natural)
let process_type () =
  ignore (named "type" word : string);
  let room = depth (named "bytes" natural) in let start = named "start" natural in
  let deterministic = named "deterministic" yes_or_no in let provided = named "provided" (optional code) in
  let initialise = named "initialise" code in let parameters = named "parameters" (many (pair natural cell)) in
  let own_channels = named "channels" channel_starts in
  let exclusive = named "exclusive" (many (pair yes_or_no code)) in
  let controls = vector no_control (named "states" (many control)) in
  { start; controls; room; provided; initialise; parameters; own_channels; exclusive; deterministic }

let no_type = { start = 0; controls = Leaf no_control; room = O; provided = None; initialise = []; parameters = [];
                own_channels = []; exclusive = []; deterministic = false }
let no_receive = { r_channel = []; r_random = false; r_copy = false; r_fields = [] }
let channel_type () = let capacity = natural () in { capacity; fields = many cell () }

let watcher () =
  let watched_by = natural () in let forbids = yes_or_no () in let last_control = natural () in
  let sends_watched = many natural () in
  { watched_by; forbids; last_control; sends_watched; receives_watched = many natural () }

let program () =
  expect "waymark-kernel"; expect "1";
  let judges_deadlocks = named "deadlocks" yes_or_no in let judges_assertions = named "assertions" yes_or_no in
  let invariants = named "invariants" (many code) in let uses_last = named "last" yes_or_no in
  let uses_priorities = named "priorities" yes_or_no in let global_room = depth (named "bytes" natural) in
  let hidden = named "hidden" (many natural) in let global_init = named "initialise" code in
  let global_channels = named "channels" channel_starts in
  let channel_types = vector { capacity = 0; fields = [] } (named "channel-types" (many channel_type)) in
  let polls = vector no_receive (named "receives" (many receive)) in
  let types = vector no_type (named "types" (many process_type)) in
  let active = named "active" (many (pair natural natural)) in let never = named "never" (optional natural) in
  let trace = named "trace" (optional watcher) in
  { types; channel_types; polls; global_room; global_init; global_channels; active; never; trace; hidden; uses_last;
    uses_priorities; judges_assertions; judges_deadlocks; invariants }

(* `+` and a number enters, `.` takes another transition, `-` leaves. *)
let rec tokens out =
  skip_space ();
  let next = if at_end () then ' ' else !text.[!at] in
  incr at;
  match next with
  | ' ' -> List.rev out
  | '.' -> tokens (Other :: out)
  | '-' -> tokens (Leave :: out)
  | '+' ->
    let first = !at in
    while not (at_end ()) && is_digit !text.[!at] do incr at done;
    tokens (Enter (decimal (String.sub !text first (!at - first))) :: out)
  | _ -> malformed "neither +, . nor -"

let script () =
  let n_states = named "script" natural in let n_transitions = natural () in let n_depth = natural () in
  { said = { n_states; n_transitions; n_depth }; tokens = tokens [] }

let told = function
  | OutOfBounds -> "array index out of range" | DivisionByZero -> "division by zero"
  | NoChannel -> "channel variable without a channel" | WrongArity -> "wrong number of message fields"
  | PollOfRendezvous -> "poll or copy on a rendezvous channel"
  | NotExclusive -> "another process claims this end of the channel by xr or xs"
  | TooManyProcesses -> "too many processes" | TooManyChannels -> "too many channels"
  | BadPriority -> "priority out of range" | SelfEnabled -> "enabled() of the process itself"
  | DStepBlocks -> "a statement inside a d_step blocks" | RendezvousInDStep -> "rendezvous send inside a d_step"
  | Nondeterminism -> "a D_proctype has several ways to go" | AssertionFails -> "assertion violated"
  | ClaimCompleted -> "never claim completed" | TraceFails -> "an event does not fit the trace"
  | InvariantFails -> "an invariant does not hold" | Deadlock -> "no process can take a step"
  | HiddenUnwritten -> "hidden variable read before it was written" | TraceChoice -> "the trace has several ways to go"
  | Endless -> "an indivisible sequence goes on too long" | Unsupported -> "the machine does not know this"

let figures f = Printf.sprintf "%d states, %d transitions" f.n_states f.n_transitions
let said_of asked = function
  | Certified f when not asked -> "incomplete", figures f ^ "; deadlocks or assertions are not judged", 3
  | Certified f -> "certified", figures f ^ "; no deadlock or failed assertion", 0
  | Found (HiddenUnwritten | Endless | Unsupported as why) -> "unsupported", told why, 3
  | Found why -> "violation", told why, 1
  | DoesNotFit -> "rejected", "the script does not fit the program", 4
  | DoesNotClose -> "rejected", "some transition leads to a state that is left out, or some count is wrong", 4
  | OtherFigures f -> "rejected", Printf.sprintf "the walk has %s, depth %d" (figures f) f.n_depth, 4

let judged explores name =
  let verdict, why, code =
    try
      let file = open_in_bin name in text := really_input_string file (in_channel_length file);
      close_in file; at := 0;
      let made_of = program () in
      let asked = made_of.judges_deadlocks && made_of.judges_assertions in
      said_of asked (if explores then explore made_of else judge made_of (script ()))
    with
    | Malformed why -> "rejected", why, 4
    | Sys_error why -> "error", why, 2
    | Out_of_memory | Stack_overflow -> "incomplete", "more memory is needed", 3 in
  Printf.printf "%s: %s: %s\n%!" verdict name why;
  code

(* Files are judged one after the other; the exit code is the greatest. *)
let () =
  let names = List.filter ((<>) "--explore") (List.tl (Array.to_list Sys.argv)) in
  Gc.set { (Gc.get ()) with Gc.minor_heap_size = 1 lsl 20; space_overhead = 200 };
  if names = [] then (prerr_endline "usage: waymark-kernel [--explore] FILE.k..."; exit 2);
  exit (List.fold_left (fun code name -> max code (judged (Array.mem "--explore" Sys.argv) name)) 0 names)
