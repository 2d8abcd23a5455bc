/* What this file defines, by tools/model_names.py:
   Provides also: _ZNSt6chrono3_V212steady_clock3nowEv
   Provides also: _ZNSt6chrono3_V212system_clock3nowEv
*/
/* Clocks stand still. */
#include <chrono>

namespace std::chrono {

inline namespace _V2 {

system_clock::time_point system_clock::now() noexcept { return time_point(seconds(1000000000)); }
steady_clock::time_point steady_clock::now() noexcept { return time_point(seconds(1000000000)); }

}  // namespace _V2

}  // namespace std::chrono
