// clang-format off
/* What this file defines, by tools/model_names.py:
   Provides also: _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm
   Provides also: _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm
   Provides also: _ZSt11_Hash_bytesPKvmm
*/
// clang-format on
/* Hash tables: how many buckets they have, and the hash of bytes; both as libstdc++ has them, so that elements come in
   the same order. */
#include <unordered_map>

#include "machine.h"

namespace std {

static size_t mixed(size_t v) { return v ^ (v >> 47); }

size_t _Hash_bytes(const void* from, size_t length, size_t seed) {
  constexpr size_t factor = (size_t(0xc6a4a793UL) << 32) + size_t(0x5bd1e995UL);
  const unsigned char* bytes = static_cast<const unsigned char*>(from);
  size_t hash = seed ^ (length * factor);
  size_t at = 0;
  for (; at + 8 <= length; at += 8) {
    size_t word = 0;
    for (int i = 7; i >= 0; --i) word = (word << 8) + bytes[at + static_cast<size_t>(i)];
    hash ^= mixed(word * factor) * factor;
    hash *= factor;
  }
  if (at < length) {
    size_t word = 0;
    for (size_t i = length; i-- > at;) word = (word << 8) + bytes[i];
    hash ^= word;
    hash *= factor;
  }
  hash = mixed(hash) * factor;
  return mixed(hash);
}

namespace __detail {

static constexpr unsigned primes[] = {
    17,      19,      23,      29,      31,      37,      41,      43,      47,      53,      59,     61,     67,
    71,      73,      79,      83,      89,      97,      103,     109,     113,     127,     137,    139,    149,
    157,     167,     179,     193,     199,     211,     227,     241,     257,     277,     293,    313,    337,
    359,     383,     409,     439,     467,     503,     541,     577,     619,     661,     709,    761,    823,
    887,     953,     1031,    1109,    1193,    1289,    1381,    1493,    1613,    1741,    1879,   2029,   2179,
    2357,    2549,    2753,    2971,    3209,    3469,    3739,    4027,    4349,    4703,    5087,   5503,   5953,
    6427,    6949,    7517,    8123,    8783,    9497,    10273,   11113,   12011,   12983,   14033,  15173,  16411,
    17749,   19183,   20753,   22447,   24281,   26267,   28411,   30727,   33223,   35933,   38873,  42043,  45481,
    49201,   53201,   57557,   62233,   67307,   72817,   78779,   85229,   92203,   99733,   107897, 116731, 126271,
    136607,  147793,  159871,  172933,  187091,  202409,  218971,  236897,  256279,  277261,  299951, 324503, 351061,
    379787,  410857,  444487,  480881,  520241,  562841,  608903,  658753,  712697,  771049,  834181, 902483, 976369,
    1056323, 1142821, 1236397, 1337629, 1447153, 1565659, 1693859, 1832561, 1982627, 2144977,
};

size_t _Prime_rehash_policy::_M_next_bkt(size_t wanted) const {
  static constexpr unsigned char few[] = {2, 2, 2, 3, 5, 5, 7, 7, 11, 11, 11, 11, 13, 13};
  size_t made = 0;
  if (wanted < sizeof few) {
    if (wanted == 0) return 1;
    made = few[wanted];
  } else {
    for (unsigned prime : primes) {
      if (prime < wanted) continue;
      made = prime;
      break;
    }
    if (!made) waymark_unsupported("a hash table with so many buckets");
  }
  _M_next_resize = static_cast<size_t>(__builtin_floor(static_cast<double>(made) * _M_max_load_factor));
  return made;
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements, size_t more) const {
  if (elements + more <= _M_next_resize) return {false, 0};
  size_t least = elements + more;
  if (!_M_next_resize && least < 11) least = 11;
  const double needed = static_cast<double>(least) / _M_max_load_factor;
  if (needed >= static_cast<double>(buckets)) {
    size_t wanted = static_cast<size_t>(__builtin_floor(needed)) + 1;
    if (wanted < buckets * _S_growth_factor) wanted = buckets * _S_growth_factor;
    return {true, _M_next_bkt(wanted)};
  }
  _M_next_resize = static_cast<size_t>(__builtin_floor(static_cast<double>(buckets) * _M_max_load_factor));
  return {false, 0};
}

}  // namespace __detail

}  // namespace std
