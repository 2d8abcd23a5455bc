/* expect: violated: uninitialised */
int a[4];
void set(int *p, int really) { if (really) *p = 1; }
int main(void) {
  int i;
  set(&i, 0);
  return a[i & 3];
}
