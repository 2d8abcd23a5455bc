/* expect: holds */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct node { int value; struct node *next; };
static struct node *push(struct node *head, int value) {
  struct node *n = malloc(sizeof *n);
  if (!n) exit(1);
  n->value = value;
  n->next = head;
  return n;
}
int main(void) {
  struct node *head = NULL, *back = NULL;
  for (int i = 0; i < 5; i++) head = push(head, i);
  while (head) {
    struct node *next = head->next;
    head->next = back;
    back = head;
    head = next;
  }
  int i = 0;
  while (back) {
    struct node *next = back->next;
    assert(back->value == i++);
    free(back);
    back = next;
  }
  assert(i == 5);
}
