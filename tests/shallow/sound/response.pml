/* sound
   options: --ltl '[] (asked -> <> answered)' */
bool asked, answered, waits;
active proctype Asks() { asked = true; waits = true; (answered); asked = false }
active proctype Answers() { (asked); answered = true }
