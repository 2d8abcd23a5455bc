/* Spin: broken */
chan q = [2] of {byte}; byte got;
active proctype P() { q!1; q!2 }
active proctype Q() { xr q; byte v; do :: q?v; got = v od }
active proctype R() { byte v; got == 2; q?v }
