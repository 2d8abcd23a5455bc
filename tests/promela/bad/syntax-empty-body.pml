active proctype P() { }
