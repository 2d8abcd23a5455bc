chan q[2] = [1] of { byte };
init { xr q[0]; q[0]!1 }
