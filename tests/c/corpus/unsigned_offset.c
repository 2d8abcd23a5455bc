// violated: assertion
int a[4];
int main(void) {
  int *p = &a[2];
  unsigned k = 0;
  k = k - 1;
  p[k] = 1;
  return 0;
}
