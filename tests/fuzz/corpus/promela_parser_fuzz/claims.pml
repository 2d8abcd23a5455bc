bool p; active proctype P() { L: p = !p; goto L }
never { do :: P[0]@L -> break :: !p od; accept: skip }
ltl l { [] (p -> <> P@L) U X p }
