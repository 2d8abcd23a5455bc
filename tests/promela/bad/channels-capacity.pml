chan q = [-1] of { byte };
init { q!1 }
