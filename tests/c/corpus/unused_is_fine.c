// holds
int a[3], i;
int get(int k) { return a[k]; }
void drop(int k) {}
int main(void) {
  i = 2;
  get(i);
  drop(6 / i);
  a[i] && a[0];
  return a[i] * 0;
}
