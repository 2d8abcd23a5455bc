#include <stdio.h>
struct account {
  int id, balance;
};
static void deposit(struct account* a, int n) { a->balance += n; }
static void transfer(struct account* from, struct account* to, int n) {
  from->balance -= n;
  to->balance += n;
}
struct account all[3] = {{1, 100}, {2, 50}};
int main(void) {
  deposit(&all[0], 10);
  transfer(&all[0], &all[2], 30);
  struct account own = {9, 0};
  deposit(&own, 4);
  for (int i = 0; i < 3; i++) {
    struct account* a = &all[i];
    printf("%d %d\n", a->id, a->balance);
    deposit(a, i);
  }
  struct account* p = all;
  p += 2;
  printf("%d %d %d\n", p->balance, own.balance, (*p).id);
  int* f = &all[1].balance;
  *f = 3;
  printf("%d\n", all[1].balance);
}
