byte b;
chan q = [1] of { byte };
init { b!1 }
