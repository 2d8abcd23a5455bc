chan q = [1] of {byte};
init { if :: q!1 :: else fi }
