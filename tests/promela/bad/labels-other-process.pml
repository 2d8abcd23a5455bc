active proctype P() { done: skip }
active proctype Q() { goto done }
