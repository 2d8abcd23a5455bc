// clang-format off
/* What this file defines, by tools/model_names.py:
   Provides also: _ZN10__cxxabiv123__fundamental_type_infoD0Ev
   Provides also: _ZN10__cxxabiv123__fundamental_type_infoD1Ev
   Provides also: _ZN10__cxxabiv123__fundamental_type_infoD2Ev
   Provides also: _ZTIDh
   Provides also: _ZTIDi
   Provides also: _ZTIDn
   Provides also: _ZTIDs
   Provides also: _ZTIDu
   Provides also: _ZTIN10__cxxabiv123__fundamental_type_infoE
   Provides also: _ZTIPDh
   Provides also: _ZTIPDi
   Provides also: _ZTIPDn
   Provides also: _ZTIPDs
   Provides also: _ZTIPDu
   Provides also: _ZTIPKDh
   Provides also: _ZTIPKDi
   Provides also: _ZTIPKDn
   Provides also: _ZTIPKDs
   Provides also: _ZTIPKDu
   Provides also: _ZTIPKa
   Provides also: _ZTIPKb
   Provides also: _ZTIPKc
   Provides also: _ZTIPKd
   Provides also: _ZTIPKe
   Provides also: _ZTIPKf
   Provides also: _ZTIPKg
   Provides also: _ZTIPKh
   Provides also: _ZTIPKi
   Provides also: _ZTIPKj
   Provides also: _ZTIPKl
   Provides also: _ZTIPKm
   Provides also: _ZTIPKn
   Provides also: _ZTIPKo
   Provides also: _ZTIPKs
   Provides also: _ZTIPKt
   Provides also: _ZTIPKv
   Provides also: _ZTIPKw
   Provides also: _ZTIPKx
   Provides also: _ZTIPKy
   Provides also: _ZTIPa
   Provides also: _ZTIPb
   Provides also: _ZTIPc
   Provides also: _ZTIPd
   Provides also: _ZTIPe
   Provides also: _ZTIPf
   Provides also: _ZTIPg
   Provides also: _ZTIPh
   Provides also: _ZTIPi
   Provides also: _ZTIPj
   Provides also: _ZTIPl
   Provides also: _ZTIPm
   Provides also: _ZTIPn
   Provides also: _ZTIPo
   Provides also: _ZTIPs
   Provides also: _ZTIPt
   Provides also: _ZTIPv
   Provides also: _ZTIPw
   Provides also: _ZTIPx
   Provides also: _ZTIPy
   Provides also: _ZTIa
   Provides also: _ZTIb
   Provides also: _ZTIc
   Provides also: _ZTId
   Provides also: _ZTIe
   Provides also: _ZTIf
   Provides also: _ZTIg
   Provides also: _ZTIh
   Provides also: _ZTIi
   Provides also: _ZTIj
   Provides also: _ZTIl
   Provides also: _ZTIm
   Provides also: _ZTIn
   Provides also: _ZTIo
   Provides also: _ZTIs
   Provides also: _ZTIt
   Provides also: _ZTIv
   Provides also: _ZTIw
   Provides also: _ZTIx
   Provides also: _ZTIy
   Provides also: _ZTVN10__cxxabiv123__fundamental_type_infoE
   Needs: cxx_exception.cpp
*/
// clang-format on
/* Type information of fundamental types: the compiler makes it where this class is complete. */
#include <cxxabi.h>

namespace __cxxabiv1 {

__fundamental_type_info::~__fundamental_type_info() {}

}  // namespace __cxxabiv1
