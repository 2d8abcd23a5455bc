(** From Coq to OCaml. Besides Coq's extraction, what is mapped here must be trusted: numbers become OCaml's ints of 63
    bits. All numbers of a program have at most 33 bits, and no intermediate value of the machine needs more than 62. *)

From Coq Require Import ZArith Extraction ExtrOcamlBasic ExtrOcamlZInt.
From Kernel Require Import Machine Checker Explorer.

Extract Inlined Constant Z.eqb => "((=) : int -> int -> bool)".
Extract Inlined Constant Z.ltb => "((<) : int -> int -> bool)".
Extract Inlined Constant Z.leb => "((<=) : int -> int -> bool)".
Extract Constant Z.compare => "fun (x : int) (y : int) -> if x = y then Eq else if x < y then Lt else Gt".
Extract Constant Z.max => "fun (x : int) (y : int) -> if x < y then y else x".
Extract Constant Z.odd => "fun x -> x land 1 = 1".
Extract Constant Z.div2 => "fun x -> x asr 1".
Extract Inlined Constant Z.land => "(land)".
Extract Inlined Constant Z.lor => "(lor)".
Extract Inlined Constant Z.lxor => "(lxor)".
Extract Inlined Constant Z.shiftl => "(lsl)". (** by 0 to 31 *)
Extract Inlined Constant Z.shiftr => "(asr)". (** by 0 to 32 *)
Extract Inlined Constant Z.quot => "(/)". (** by others than 0 *)
Extract Inlined Constant Z.rem => "(mod)".

Extraction "extracted.ml" vec_of judge explore.
