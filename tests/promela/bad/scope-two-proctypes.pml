active proctype P() { skip }
proctype P() { skip }
