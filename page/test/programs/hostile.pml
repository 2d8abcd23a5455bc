/* </script><img src=x onerror="window.pwned=1"> */
byte x;
active proctype P() {
  printf("</script><script>window.pwned=1</script><!-- \" ' & \a\b %c", 27);
  assert(x == 1)
}
