/* Spin: broken. R never gets to send, but stands before it. */
chan q = [1] of {byte};
active proctype P() { xs q; q!1; q!2 }
active proctype R() { full(q) -> q!3 }
