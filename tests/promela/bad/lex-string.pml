init {
  printf("no end
);
}
