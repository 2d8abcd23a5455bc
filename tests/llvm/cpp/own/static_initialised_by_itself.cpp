// violated: terminate; -std=c++17
int f(int n);
int g(int n) {
  static int once = f(n);
  return once;
}
int f(int n) { return n ? g(n - 1) : 0; }
int main() { return g(1); }
