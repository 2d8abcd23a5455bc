chan q = [1] of { word };
init { q!1 }
