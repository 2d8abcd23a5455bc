/* expect: holds */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct tree { struct tree *left, *right; int key; } tree;
static tree *insert(tree *t, int key) {
  if (!t) {
    t = calloc(1, sizeof(tree));
    if (!t) abort();
    t->key = key;
  } else if (key < t->key) t->left = insert(t->left, key);
  else if (key > t->key) t->right = insert(t->right, key);
  return t;
}
static int last = -1, count;
static void walk(const tree *t) {
  if (!t) return;
  walk(t->left);
  assert(last < t->key);
  last = t->key;
  count++;
  walk(t->right);
}
static void drop(tree *t) { if (t) { drop(t->left); drop(t->right); free(t); } }
int main(void) {
  const int keys[] = {5, 2, 8, 1, 9, 2, 7};
  tree *root = 0;
  for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) root = insert(root, keys[i]);
  walk(root);
  assert(count == 6);
  drop(root);
  return 0;
}
