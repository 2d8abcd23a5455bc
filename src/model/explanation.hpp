// What a person reads of a program: its statements, what a step did, where each process stands.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace waymark::model {

// A statement of the program.
struct Action {
  std::string actor;     // the kind of process or thread it belongs to
  std::string text;      // as in the source, on one line
  std::string location;  // file:line
  bool counts = true;    // false for what the compiler made up: nobody wants to hear that it was not reached
};

// What a step did, for a person.
struct Change {
  std::string name;
  std::string before;
  std::string after;
};
struct Message {
  std::string channel;
  std::string content;
  bool sent = false;  // or received
};
struct Event {
  std::uint32_t actor = 0;
  std::string who;       // "Philosopher 2"
  std::string text;      // the statement
  std::string location;  // file:line
  std::vector<Change> changes;
  std::vector<Message> messages;
  std::string output;  // what the program printed
  // The call into a library that it is a part of, if it is not worth telling by itself, and whether it ends that.
  std::string inside = {};
  bool leaves = false;
};
using Explanation = std::vector<Event>;  // one transition may run several statements

// Where somebody stands, for a person: most of what a deadlock has to tell.
struct CodePosition {
  std::string text;      // a statement, or the method that is being run
  std::string location;  // file:line
};
struct Standing {
  std::string who;
  std::string waits_for;            // one line; empty if the places say it all
  std::vector<CodePosition> ways;   // what it would do next, one for each way it could go; none: it is at its end
  std::vector<CodePosition> stack;  // the calls that led there, innermost first
};

}  // namespace waymark::model
