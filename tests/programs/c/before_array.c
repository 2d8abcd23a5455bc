/* expect: violated: bounds */
int a[4];
int at(int i) { return a[i]; }
int main(void) { return at(-1); }
