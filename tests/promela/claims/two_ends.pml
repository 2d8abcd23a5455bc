/* Spin: kept */
chan q = [2] of {byte};
active proctype P() { xs q; q!1; q!2; q!3 }
active proctype Q() { xr q; byte v; q?v; q?v; q?v }
