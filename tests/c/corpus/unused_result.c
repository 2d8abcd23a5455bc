// violated: assertion
int a[3];
int i = 2;
int get(int k) { return a[k]; }
int main(void) {
  i++;
  get(i);
  return 0;
}
