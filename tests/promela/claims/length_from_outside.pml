/* Spin: broken. Who asks for the length looks at both ends. */
chan q = [2] of {byte};
active proctype P() { xs q; q!1; q!2 }
active proctype Q() { xr q; byte v; q?v; q?v }
active proctype R() { len(q) > 1 }
