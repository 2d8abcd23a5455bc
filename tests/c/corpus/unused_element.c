// violated: assertion
int a[3];
int main(void) { return a[3]; }
