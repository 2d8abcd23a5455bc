// What the options of a search, questions and scripts need of each other.
#pragma once

#include "load/features.hpp"
#include "options/feature.hpp"

namespace waymark::check::feature {

using namespace load::feature;

constexpr Feature breadth_first{"a breadth-first search", "use --search bfs"};
constexpr Feature hunt{"a hunt", "use --hunt"};
constexpr Feature order_choice{"a search whose order can be chosen", "leave it out"};
constexpr Feature levels{"a single search, level by level", "leave out one of them"};
constexpr Feature own_states{"the program's own states", "leave out one of them"};
constexpr Feature each_state{"a script of each state, not up to symmetry",
                             "make one by 'waymark check --symmetry off --script'"};
constexpr Feature store_choice{"a search whose store can be chosen", "leave it out"};
constexpr Feature all_states{"a store that keeps all states as they are", "use --store exact or tree"};
constexpr Feature least_depths{"all states, each at its least depth", "use --search bfs and --store exact or tree"};
constexpr Feature numbers{"a search that numbers its states",
                          "use --search bfs or dfs, with --store exact, tree or hash-compact"};
constexpr Feature cache{"a store that replaces states", "use --store cache"};
constexpr Feature disk{"a store in files", "use --store disk"};
constexpr Feature hashes{"a store of hashes", "use --store hash-compact"};
constexpr Feature bits{"a store of bits", "use --store bitstate"};
constexpr Feature randomness{"a random choice",
                             "use --hunt, --swarm, --estimate or --store hash-compact, bitstate or auto, or leave it "
                             "out"};
constexpr Feature later_errors{"a search that continues after a violation", "leave out --errors"};
constexpr Feature depth_limit{"a search up to a depth", "leave out --depth"};
constexpr Feature counted_states{"a search that numbers its states", "leave out --states"};
constexpr Feature from_start{"a search that is seen from its start to its end", "leave out one of them"};
constexpr Feature checkpoints{"a search that can be saved", "leave out one of them"};
constexpr Feature cycles{"a search for cycles", "add --ltl, or --property acceptance or progress, or leave it out"};
constexpr Feature cycle_search{
    "a search for cycles",
    "use --search bfs or dfs, with --store exact, tree, hash-compact, bitstate or auto, or add --ltl none"};
constexpr Feature states_only{"a search of states, not of cycles", "add --ltl none, or leave it out"};
constexpr Feature one_search{"a single search",
                             "check one property at a time: --ltl none, or --property none --ltl NAME"};
constexpr Feature no_claim{"a program without a never claim", "add --claim none or --ltl none"};
constexpr Feature one_process{"a search by one process", "leave out --cluster"};
constexpr Feature one_rank{"one worker in each process", "leave out --jobs"};
constexpr Feature moving_states{"states that move", "use --tune mapping=balanced, first or shared"};
constexpr Feature whole_states{"an exchange of whole states, level by level", "leave out one of them"};
constexpr Feature all_states_sent{"an exchange that sends every state", "leave out one of them"};
constexpr Feature lean_form{"a script of form lean, cycles or partial", "leave it out"};
constexpr Feature ids_form{"a script of form ids", "leave it out"};
constexpr Feature script_of_states{"a script about states, not about cycles", "leave it out"};
constexpr Feature all_steps{"a script of all steps", "make one by 'waymark check --por off --script'"};
constexpr Feature unreduced_script{"a script without partial-order reduction",
                                   "make one by 'waymark check --por off --script'"};
constexpr Feature whole_program{"a script of the whole program",
                                "add --slice, or make one by 'waymark check --script' without --slice"};

}  // namespace waymark::check::feature
