(** What the theorems rest on. The test demands that each of these says "Closed under the global context". *)

From Kernel Require Import Systems Products Machine Checker Explorer Facts.

Print Assumptions closed_contains_reachable.
Print Assumptions closed_and_safe.
Print Assumptions ranks_exclude_runs.
Print Assumptions no_accepting_run.
Print Assumptions near_states_are_explored.
Print Assumptions reachable_or_beyond.
Print Assumptions few_roots.
Print Assumptions forgery_is_found.
Print Assumptions differing_multisets_are_found.
Print Assumptions labels_collide_rarely.
Print Assumptions check_sound.
Print Assumptions check_starts.
Print Assumptions explore_sound.
Print Assumptions times_is_product.
Print Assumptions compute_int.
Print Assumptions get_set_same.
Print Assumptions get_set_other.
