chan left = [1] of { byte, byte };
init {
  left ! 0, 1, 2
}
