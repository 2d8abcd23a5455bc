// What a person reads of a program: its statements, what a step did, where each process stands.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace waymark::model {

// A statement of the program.
struct Action {
  std::string actor;         // the kind of process or thread it belongs to
  std::string text;          // as in the source, on one line
  std::string location;      // file:line
  bool counts = true;        // false for what the compiler made up: nobody wants to hear that it was not reached
  std::string written = {};  // the text as a person wrote it, if that differs
  // By which it is known in a program and its slices; 0: it does nothing, or the program has no slices.
  std::uint32_t statement = 0;
  bool whole = false;  // a function or method: whether each of its statements was executed, this does not say
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
// A notification: of those who wait for it now, and of nobody who comes later.
struct Signal {
  std::string what;      // "LostNotify.lock"
  std::string location;  // file:line
};
struct Event {
  std::uint32_t actor = 0;
  std::string who;       // "Philosopher 2"
  std::string text;      // the statement
  std::string location;  // file:line
  std::vector<Change> changes;
  std::vector<Message> messages;
  std::string output;  // what the program printed
  std::vector<Signal> signals = {};
  std::string written = {};  // the statement as a person wrote it, if that differs from the text, by which it is known
  // The call into a library that it is a part of, if it is not worth telling by itself, and whether it ends that.
  std::string inside = {};
  bool leaves = false;
  std::vector<Change> details = {};  // of locks and of a thread's own variables; after it, what is gone is empty
  std::uint32_t statement = 0;       // as in its Action
};
using Explanation = std::vector<Event>;  // one transition may run several statements

// Where somebody stands, for a person: most of what a deadlock has to tell.
struct CodePosition {
  std::string text;      // a statement, or the method that is being run
  std::string location;  // file:line
};
// A variable and what it holds.
struct Value {
  std::string name;
  std::string value;
};
// What somebody waits for. One who has several ways to go waits for several things, and any of them would do.
struct Wait {
  enum class Kind : std::uint8_t {
    lock,
    end,           // of a thread
    notification,  // or a signal
    message,       // in a channel that is empty, or has no such message in front
    room,          // in a channel that is full
    partner,       // of a rendezvous
    condition,     // on variables
  };
  Kind kind = Kind::condition;
  std::string what;             // the lock, the thread, the channel; of a condition its text
  std::vector<Value> values;    // of a condition: what it reads
  std::vector<std::string> by;  // who holds it, or could end the wait, as far as is known; named as in standings
  std::string location = {};    // of that way to go, if there are several: file:line
};
struct Standing {
  std::string who;
  std::string waits_for;            // one line; empty if the places say it all
  std::vector<CodePosition> ways;   // what it would do next, one for each way it could go; none: it is at its end
  std::vector<CodePosition> stack;  // the calls that led there, innermost first
  std::string location = {};        // of what it does next, in the program's own code: file:line
  std::vector<Wait> waits = {};     // empty: it can go on, or has ended
  bool may_stay = false;            // the program calls this a proper end
  std::uint32_t actor = 0;          // of its transitions
};

}  // namespace waymark::model
