// violated: assertion
int a[3];
int i = 2;
int main(void) {
  i++;
  a[i] && a[0];
  return 0;
}
