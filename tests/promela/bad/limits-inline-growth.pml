byte x;
inline f0(a) { a = 1 }
inline f1(a) { f0(a); f0(a); f0(a); f0(a); f0(a); f0(a); f0(a); f0(a); f0(a); f0(a) }
inline f2(a) { f1(a); f1(a); f1(a); f1(a); f1(a); f1(a); f1(a); f1(a); f1(a); f1(a) }
inline f3(a) { f2(a); f2(a); f2(a); f2(a); f2(a); f2(a); f2(a); f2(a); f2(a); f2(a) }
inline f4(a) { f3(a); f3(a); f3(a); f3(a); f3(a); f3(a); f3(a); f3(a); f3(a); f3(a) }
inline f5(a) { f4(a); f4(a); f4(a); f4(a); f4(a); f4(a); f4(a); f4(a); f4(a); f4(a) }
inline f6(a) { f5(a); f5(a); f5(a); f5(a); f5(a); f5(a); f5(a); f5(a); f5(a); f5(a) }
inline f7(a) { f6(a); f6(a); f6(a); f6(a); f6(a); f6(a); f6(a); f6(a); f6(a); f6(a) }
inline f8(a) { f7(a); f7(a); f7(a); f7(a); f7(a); f7(a); f7(a); f7(a); f7(a); f7(a) }
init {
  f8(x)
}
