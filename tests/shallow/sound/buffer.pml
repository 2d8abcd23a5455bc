/* sound */
chan c = [2] of { byte };
active proctype Sends() { c!1; c!2; c!3 }
active proctype Receives() { byte v, last; c?v; assert(v == 1); c?v; assert(v == 2); c?v; assert(v == 3) }
