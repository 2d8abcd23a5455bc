/* expect: violated: use-after-scope */
int *leak(int v) { int x = v; int *p = &x; return p; }
int main(void) {
  int *p = leak(3);
  return *p == 3;
}
