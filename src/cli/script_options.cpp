#include "cli/script_options.hpp"

#include <CLI/CLI.hpp>

namespace waymark::cli {

CLI::App* declare_certify(CLI::App& app, CertifyOptions& options) {
  CLI::App* command = app.add_subcommand("certify", "Check a search script against the program, trusting neither");
  declare_program(*command, options.shared);
  command->add_option("--script", options.scripts, "The script; or, given again, all parts of one")
      ->type_name("FILE")
      ->required()
      ->expected(1);
  declare_properties(*command, options.shared);
  command
      ->add_option("--step-invariant", options.step_invariants,
                   "What each step must keep: 'EXPR -> next(EXPR)'; may be given again")
      ->type_name("RULE")
      ->expected(1);
  command->add_option("--jobs", options.jobs, "Workers on this machine")
      ->check(CLI::Range(1u, 4096u))
      ->capture_default_str()
      ->type_name("N");
  command->add_flag("--explain", options.explain,
                    "On rejection run again with a map of all states, and name the first false step");
  CLI::Option* task =
      command->add_option("--task", options.task, "Run task I of N only, of the run in --run")->type_name("I/N");
  CLI::Option* run =
      command->add_option("--run", options.run, "The run that 'waymark script split' has written")->type_name("FILE");
  CLI::Option* result =
      command->add_option("--result", options.result, "Where --task writes its result")->type_name("FILE");
  CLI::Option* merge =
      command->add_option("--merge", options.merge, "Join the results of all tasks of a run, and judge")
          ->type_name("RESULT")
          ->expected(1, -1);
  task->needs(run)->needs(result)->excludes(merge);
  merge->needs(run);
  command->add_option("--audit", options.audit, "With --merge: run N tasks again, chosen at random")
      ->needs(merge)
      ->type_name("N");
  declare_limits(*command, options.shared);
  command->add_option("--trail", options.shared.trail, "Write a counterexample to FILE, for 'waymark replay'")
      ->type_name("FILE");
  command->add_flag("--full-trail", options.shared.full_trail, "Print all steps of a long counterexample");
  command->add_flag("--json", options.shared.json, "Print the result as one JSON object");
  command->add_flag("--quiet", options.shared.quiet, "Print the verdict only");
  command->footer(
      "Examples:\n"
      "  waymark check mutex.pml --script mutex.way\n"
      "  waymark certify mutex.pml --script mutex.way --jobs 4 --invariant 'critical <= 1'\n\n"
      "  waymark script split mutex.way -k 2\n"
      "  waymark certify mutex.pml --script mutex.1-of-2.way --run mutex.run --task 1/2 --result one\n"
      "  waymark certify mutex.pml --script mutex.2-of-2.way --run mutex.run --task 2/2 --result two\n"
      "  waymark certify mutex.pml --script mutex.way --run mutex.run --merge one two\n\n"
      "Exit codes: 0 certified, 1 violation, 2 bad usage or input, 3 incomplete, 4 script rejected.");
  return command;
}

CLI::App* declare_script(CLI::App& app, ScriptOptions& options) {
  CLI::App* command = app.add_subcommand("script", "Look into a search script, or split it");
  command->require_subcommand(1);
  CLI::App* info = command->add_subcommand("info", "What a script says about itself");
  info->add_option("FILE", options.files, "The script")->required()->expected(1);
  info->callback([&options] { options.act = ScriptOptions::Act::info; });
  CLI::App* split = command->add_subcommand(
      "split", "Split a script into parts of equal length, and draw a run: a secret for your own workers");
  split->add_option("FILE", options.files, "The script; or all parts of one, then only a run is drawn")->required();
  split->add_option("-k", options.parts, "How many parts")->type_name("N");
  split->add_option("-o", options.output, "What the names of the files begin with [that of the script]")
      ->type_name("PREFIX");
  split->callback([&options] { options.act = ScriptOptions::Act::split; });
  return command;
}

}  // namespace waymark::cli
