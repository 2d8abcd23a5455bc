// violated: assertion
int z;
int main(void) {
  z = 0;
  return (5 % z, 0);
}
