/* hard: each step is one of both
   together: no */
chan c = [0] of { byte };
active proctype Sends() { c!1; c!2 }
active proctype Receives() { byte v; c?v; c?v }
