// clang-format off
/* What this file defines, by tools/model_names.py:
   Provides also: _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base
   Provides also: _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base
   Provides also: _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base
   Provides also: _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base
   Provides also: _ZSt20_Rb_tree_black_countPKSt18_Rb_tree_node_baseS1_
   Provides also: _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_
   Provides also: _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_
   Needs: cxx_exception.cpp
*/
// clang-format on
/* Red-black trees of <map> and <set>: what does not depend on the type of elements. */
#include <bits/stl_tree.h>

namespace std {

using Node = _Rb_tree_node_base;

static Node* next_of(Node* node) noexcept {
  if (node->_M_right) {
    node = node->_M_right;
    while (node->_M_left) node = node->_M_left;
    return node;
  }
  Node* above = node->_M_parent;
  while (node == above->_M_right) {
    node = above;
    above = above->_M_parent;
  }
  return node->_M_right != above ? above : node;
}

static Node* previous_of(Node* node) noexcept {
  if (node->_M_color == _S_red && node->_M_parent->_M_parent == node) return node->_M_right;
  if (node->_M_left) {
    node = node->_M_left;
    while (node->_M_right) node = node->_M_right;
    return node;
  }
  Node* above = node->_M_parent;
  while (node == above->_M_left) {
    node = above;
    above = above->_M_parent;
  }
  return above;
}

Node* _Rb_tree_increment(Node* node) noexcept { return next_of(node); }
const Node* _Rb_tree_increment(const Node* node) noexcept { return next_of(const_cast<Node*>(node)); }
Node* _Rb_tree_decrement(Node* node) noexcept { return previous_of(node); }
const Node* _Rb_tree_decrement(const Node* node) noexcept { return previous_of(const_cast<Node*>(node)); }

/* Puts `below` in the place of `node`. */
static void replace(Node* node, Node* below, Node*& root) {
  if (node == root)
    root = below;
  else if (node == node->_M_parent->_M_left)
    node->_M_parent->_M_left = below;
  else
    node->_M_parent->_M_right = below;
}

static void rotate_left(Node* node, Node*& root) {
  Node* up = node->_M_right;
  node->_M_right = up->_M_left;
  if (up->_M_left) up->_M_left->_M_parent = node;
  up->_M_parent = node->_M_parent;
  replace(node, up, root);
  up->_M_left = node;
  node->_M_parent = up;
}

static void rotate_right(Node* node, Node*& root) {
  Node* up = node->_M_left;
  node->_M_left = up->_M_right;
  if (up->_M_right) up->_M_right->_M_parent = node;
  up->_M_parent = node->_M_parent;
  replace(node, up, root);
  up->_M_right = node;
  node->_M_parent = up;
}

void _Rb_tree_insert_and_rebalance(const bool left, Node* node, Node* above, Node& header) noexcept {
  Node*& root = header._M_parent;
  node->_M_parent = above;
  node->_M_left = nullptr;
  node->_M_right = nullptr;
  node->_M_color = _S_red;
  if (left) {
    above->_M_left = node;
    if (above == &header) {
      header._M_parent = node;
      header._M_right = node;
    } else if (above == header._M_left) {
      header._M_left = node;
    }
  } else {
    above->_M_right = node;
    if (above == header._M_right) header._M_right = node;
  }
  while (node != root && node->_M_parent->_M_color == _S_red) {
    Node* parent = node->_M_parent;
    Node* const top = parent->_M_parent;
    const bool is_left = parent == top->_M_left;
    Node* const uncle = is_left ? top->_M_right : top->_M_left;
    if (uncle && uncle->_M_color == _S_red) {
      parent->_M_color = _S_black;
      uncle->_M_color = _S_black;
      top->_M_color = _S_red;
      node = top;
      continue;
    }
    if (is_left) {
      if (node == parent->_M_right) {
        node = parent;
        rotate_left(node, root);
      }
      node->_M_parent->_M_color = _S_black;
      top->_M_color = _S_red;
      rotate_right(top, root);
    } else {
      if (node == parent->_M_left) {
        node = parent;
        rotate_right(node, root);
      }
      node->_M_parent->_M_color = _S_black;
      top->_M_color = _S_red;
      rotate_left(top, root);
    }
  }
  root->_M_color = _S_black;
}

Node* _Rb_tree_rebalance_for_erase(Node* const gone, Node& header) noexcept {
  Node*& root = header._M_parent;
  Node*& leftmost = header._M_left;
  Node*& rightmost = header._M_right;
  Node* y = gone;
  Node* x = nullptr;
  Node* x_parent = nullptr;
  if (!y->_M_left) {
    x = y->_M_right;
  } else if (!y->_M_right) {
    x = y->_M_left;
  } else {
    y = y->_M_right;
    while (y->_M_left) y = y->_M_left;
    x = y->_M_right;
  }
  if (y != gone) {
    gone->_M_left->_M_parent = y;
    y->_M_left = gone->_M_left;
    if (y != gone->_M_right) {
      x_parent = y->_M_parent;
      if (x) x->_M_parent = y->_M_parent;
      y->_M_parent->_M_left = x;
      y->_M_right = gone->_M_right;
      gone->_M_right->_M_parent = y;
    } else {
      x_parent = y;
    }
    replace(gone, y, root);
    y->_M_parent = gone->_M_parent;
    const _Rb_tree_color color = y->_M_color;
    y->_M_color = gone->_M_color;
    gone->_M_color = color;
    y = gone;
  } else {
    x_parent = y->_M_parent;
    if (x) x->_M_parent = y->_M_parent;
    replace(gone, x, root);
    if (leftmost == gone) leftmost = gone->_M_right ? Node::_S_minimum(x) : gone->_M_parent;
    if (rightmost == gone) rightmost = gone->_M_left ? Node::_S_maximum(x) : gone->_M_parent;
  }
  if (y->_M_color == _S_red) return y;
  while (x != root && (!x || x->_M_color == _S_black)) {
    const bool is_left = x == x_parent->_M_left;
    Node* w = is_left ? x_parent->_M_right : x_parent->_M_left;
    if (w->_M_color == _S_red) {
      w->_M_color = _S_black;
      x_parent->_M_color = _S_red;
      if (is_left) {
        rotate_left(x_parent, root);
        w = x_parent->_M_right;
      } else {
        rotate_right(x_parent, root);
        w = x_parent->_M_left;
      }
    }
    Node* near = is_left ? w->_M_left : w->_M_right;
    Node* far = is_left ? w->_M_right : w->_M_left;
    if ((!near || near->_M_color == _S_black) && (!far || far->_M_color == _S_black)) {
      w->_M_color = _S_red;
      x = x_parent;
      x_parent = x_parent->_M_parent;
      continue;
    }
    if (!far || far->_M_color == _S_black) {
      near->_M_color = _S_black;
      w->_M_color = _S_red;
      if (is_left) {
        rotate_right(w, root);
        w = x_parent->_M_right;
        far = w->_M_right;
      } else {
        rotate_left(w, root);
        w = x_parent->_M_left;
        far = w->_M_left;
      }
    }
    w->_M_color = x_parent->_M_color;
    x_parent->_M_color = _S_black;
    if (far) far->_M_color = _S_black;
    if (is_left)
      rotate_left(x_parent, root);
    else
      rotate_right(x_parent, root);
    break;
  }
  if (x) x->_M_color = _S_black;
  return y;
}

unsigned _Rb_tree_black_count(const Node* node, const Node* root) noexcept {
  unsigned count = 0;
  for (; node; node = node->_M_parent) {
    if (node->_M_color == _S_black) ++count;
    if (node == root) break;
  }
  return count;
}

}  // namespace std
