// violated: assertion; --overflow
int main(void) {
  int a = 1;
  for (int i = 0; i < 31; i++) a = a << 1;
  return a == 0;
}
