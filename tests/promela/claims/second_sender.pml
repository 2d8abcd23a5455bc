/* Spin: broken */
chan q = [2] of {byte};
active proctype P() { xs q; q!1; q!2 }
active proctype Q() { byte v; q?v; q?v }
active proctype R() { q!3 }
