// violated: assertion
int a[3];
int i = 2;
void drop(int k) {}
int main(void) {
  i++;
  drop(a[i]);
  return 0;
}
