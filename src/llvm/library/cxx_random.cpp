// clang-format off
/* What this file defines, by tools/model_names.py:
   Provides also: _ZNKSt13random_device13_M_getentropyEv
   Provides also: _ZNSt13random_device14_M_init_pretr1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
   Provides also: _ZNSt13random_device16_M_getval_pretr1Ev
   Provides also: _ZNSt13random_device7_M_finiEv
   Provides also: _ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
   Provides also: _ZNSt13random_device9_M_getvalEv
*/
// clang-format on
/* std::random_device: its numbers are inputs. */
#include <random>

#include "machine.h"

namespace std {

void random_device::_M_init(const string&) {}
void random_device::_M_init_pretr1(const string&) {}
void random_device::_M_fini() {}
random_device::result_type random_device::_M_getval() {
  waymark_unsupported("std::random_device: give an engine a seed instead, or choose by waymark_choose");
}
random_device::result_type random_device::_M_getval_pretr1() { return _M_getval(); }
double random_device::_M_getentropy() const noexcept { return 0.0; }

}  // namespace std
