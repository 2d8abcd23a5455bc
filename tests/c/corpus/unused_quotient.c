// violated: assertion
int main(void) {
  int z = 1;
  z--;
  return 4 / z;
}
