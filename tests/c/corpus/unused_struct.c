// violated: assertion
struct s { int a, b; } t[2];
int i = 1;
struct s get(int k) { return t[k]; }
int main(void) {
  i++;
  get(i);
  return 0;
}
