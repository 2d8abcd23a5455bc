// Report: all that a command has to tell when it ends. It is made once; the text for a person, JSON, SARIF, JUnit XML
// and the page are views of it, and none of them asks a model anything.
#pragma once

#include "check/result.hpp"
#include "report/story.hpp"

namespace waymark::report {

struct Report {
  check::Result result;
  Story story = {};    // the way to the first violation; of a rejected script, to where that was seen
  Story parting = {};  // the way to the first place where an earlier script and the program part
};

}  // namespace waymark::report
