// clang-format off
/* What this file defines, by tools/model_names.py:
   Provides also: _ZNSt6chrono3_V212steady_clock3nowEv
   Provides also: _ZNSt6chrono3_V212system_clock3nowEv
   Needs: cxx_exception.cpp
*/
// clang-format on
/* Clocks stand still, but for a wait that has reached its limit: it asks a clock whether it has, and hears that it is
   late. Loops that spin before they sleep hear so at once. */
#include <chrono>

#include "machine.h"

static thread_local bool waymark_is_late;

extern "C" void waymark_note_late() { waymark_is_late = true; }

static std::chrono::seconds waymark_now() {
  const std::chrono::seconds late(5000000000);
  if (waymark_called_by("_ZNKSt8__detail27__timed_backoff_spin_policyclEv")) return late;
  const bool waits = waymark_called_by("_ZNSt18condition_variable") ||
                     waymark_called_by("_ZNSt3_V222condition_variable_any") || waymark_called_by("_ZNSt8__detail");
  if (!waits || !waymark_is_late) return std::chrono::seconds(1000000000);
  waymark_is_late = false;
  return late;
}

namespace std::chrono {

inline namespace _V2 {

system_clock::time_point system_clock::now() noexcept { return time_point(waymark_now()); }
steady_clock::time_point steady_clock::now() noexcept { return time_point(waymark_now()); }

}  // namespace _V2

}  // namespace std::chrono
