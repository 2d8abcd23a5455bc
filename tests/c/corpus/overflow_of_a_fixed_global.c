// violated: assertion; --overflow
int big = 2147483647;
int main(void) {
  int r = big * 2;
  return r == 0;
}
