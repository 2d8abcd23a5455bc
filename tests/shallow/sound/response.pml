/* sound
   options: --ltl '[] (asked -> <> answered)' */
bool asked, answered;
active proctype Asks() { asked = true; (answered); asked = false }
active proctype Answers() { (asked); answered = true }
