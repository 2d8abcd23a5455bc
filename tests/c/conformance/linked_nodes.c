#include <stdio.h>
struct node {
  int value;
  struct node* next;
};
struct node pool[5];
int used;
struct node* head;
static struct node* fresh(int v) {
  struct node* n = &pool[used++];
  n->value = v;
  n->next = 0;
  return n;
}
int main(void) {
  for (int i = 0; i < 4; i++) {
    struct node* n = fresh(i * i);
    n->next = head;
    head = n;
  }
  int s = 0;
  for (struct node* p = head; p; p = p->next) {
    printf("%d ", p->value);
    s += p->value;
  }
  printf("%d\n", s);
  struct node* back = 0;
  while (head != 0) {
    struct node* next = head->next;
    head->next = back;
    back = head;
    head = next;
  }
  head = back;
  printf("%d %d %d\n", head->value, head->next->value, head->next->next->next->next == 0);
}
