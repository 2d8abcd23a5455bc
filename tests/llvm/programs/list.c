// holds; --leaks
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct node { struct node *next; int value; }; int main(void) { struct node *head = 0; for (int i = 0; i < 5; i++) { struct node *n = malloc(sizeof *n); n->next = head; n->value = i; head = n; } int s = 0; while (head) { struct node *n = head; s += n->value; head = n->next; free(n); } assert(s == 10); return 0; }
