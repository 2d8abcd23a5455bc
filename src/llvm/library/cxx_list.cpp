// clang-format off
/* What this file defines, by tools/model_names.py:
   Provides also: _ZNSt8__detail15_List_node_base10_M_reverseEv
   Provides also: _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_
   Provides also: _ZNSt8__detail15_List_node_base4swapERS0_S1_
   Provides also: _ZNSt8__detail15_List_node_base7_M_hookEPS0_
   Provides also: _ZNSt8__detail15_List_node_base9_M_unhookEv
*/
// clang-format on
/* Links of std::list. */
#include <list>

namespace std::__detail {

void _List_node_base::_M_hook(_List_node_base* const before) noexcept {
  _M_next = before;
  _M_prev = before->_M_prev;
  before->_M_prev->_M_next = this;
  before->_M_prev = this;
}

void _List_node_base::_M_unhook() noexcept {
  _List_node_base* const next = _M_next;
  _List_node_base* const previous = _M_prev;
  previous->_M_next = next;
  next->_M_prev = previous;
}

void _List_node_base::_M_transfer(_List_node_base* const first, _List_node_base* const last) noexcept {
  if (this == last) return;
  last->_M_prev->_M_next = this;
  first->_M_prev->_M_next = last;
  _M_prev->_M_next = first;
  _List_node_base* const previous = _M_prev;
  _M_prev = last->_M_prev;
  last->_M_prev = first->_M_prev;
  first->_M_prev = previous;
}

void _List_node_base::_M_reverse() noexcept {
  _List_node_base* node = this;
  do {
    _List_node_base* const next = node->_M_next;
    node->_M_next = node->_M_prev;
    node->_M_prev = next;
    node = next;
  } while (node != this);
}

void _List_node_base::swap(_List_node_base& x, _List_node_base& y) noexcept {
  const bool has_x = x._M_next != &x;
  const bool has_y = y._M_next != &y;
  const _List_node_base one = x;
  const _List_node_base two = y;
  if (has_y) {
    x = two;
    x._M_next->_M_prev = x._M_prev->_M_next = &x;
  } else {
    x._M_next = x._M_prev = &x;
  }
  if (has_x) {
    y = one;
    y._M_next->_M_prev = y._M_prev->_M_next = &y;
  } else {
    y._M_next = y._M_prev = &y;
  }
}

}  // namespace std::__detail
