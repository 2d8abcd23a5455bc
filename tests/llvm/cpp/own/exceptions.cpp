// holds; -std=c++17
#include <cassert>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <typeinfo>
struct A {
  virtual ~A() {}
  int a = 1;
};
struct B {
  virtual ~B() {}
  int b = 2;
};
struct V {
  virtual ~V() {}
  int v = 3;
};
struct C : A, B {
  int c = 4;
};
struct D1 : virtual V {
  int d1 = 5;
};
struct D2 : virtual V {
  int d2 = 6;
};
struct E : D1, D2 {
  int e = 7;
};
struct P : private A {
  int p = 8;
};
struct X1 : A {};
struct X2 : A {};
struct XX : X1, X2 {};
static int live;
struct L {
  L() { ++live; }
  L(const L&) { ++live; }
  ~L() { --live; }
};
struct Err : std::runtime_error {
  L l;
  int code;
  Err(int c) : std::runtime_error("err" + std::to_string(c)), code(c) {}
};
static std::string trace;
struct T {
  char c;
  T(char c) : c(c) {}
  ~T() { trace += c; }
};
int f(int n) {
  T t('f');
  if (n == 0) throw Err(7);
  T u('g');
  return f(n - 1) + 1;
}
struct M {
  int x;
  M(int n) try : x(n) {
    if (n < 0) throw n;
  } catch (int& k) {
    k = -k;
    throw;
  }
};
void spec() noexcept(false) { throw 'c'; }
enum Col { red, green };
int main() {
  try {
    throw C();
  } catch (B& b) {
    assert(b.b == 2);
  } catch (...) {
    assert(0);
  }
  try {
    throw E();
  } catch (V& v) {
    assert(v.v == 3);
  }
  try {
    throw P();
  } catch (A&) {
    assert(0);
  } catch (P& p) {
    assert(p.p == 8);
  }
  try {
    throw XX();
  } catch (A&) {
    assert(0);
  } catch (XX&) {
  }
  C c;
  E e;
  try {
    throw &c;
  } catch (B* b) {
    assert(b->b == 2 && b == &c);
  }
  try {
    throw &e;
  } catch (const V* v) {
    assert(v->v == 3);
  }
  try {
    throw(const C*) & c;
  } catch (C*) {
    assert(0);
  } catch (const void* p) {
    assert(p == &c);
  }
  try {
    throw nullptr;
  } catch (int* p) {
    assert(!p);
  }
  try {
    throw(C*) nullptr;
  } catch (A* p) {
    assert(!p);
  }
  try {
    throw 1;
  } catch (long) {
    assert(0);
  } catch (int i) {
    assert(i == 1);
  }
  try {
    throw green;
  } catch (int) {
    assert(0);
  } catch (Col k) {
    assert(k == green);
  }
  try {
    int* q = new int(5);
    throw q;
  } catch (int*& p) {
    assert(*p == 5);
    delete p;
  }
  try {
    f(3);
    assert(0);
  } catch (const std::exception& x) {
    assert(std::string(x.what()) == "err7");
    assert(trace == "fgfgfgf");
    assert(dynamic_cast<const Err&>(x).code == 7);
    assert(live == 1);
  }
  assert(live == 0);
  try {
    M m(-3);
    assert(0);
  } catch (int k) {
    assert(k == 3);
  }
  int depth = 0;
  try {
    try {
      throw Err(1);
    } catch (std::exception& x) {
      ++depth;
      try {
        throw Err(2);
      } catch (Err& y) {
        assert(y.code == 2);
      }
      throw;
    }
  } catch (Err& z) {
    assert(z.code == 1);
    ++depth;
  }
  assert(depth == 2 && live == 0);
  std::exception_ptr p;
  try {
    throw Err(9);
  } catch (...) {
    p = std::current_exception();
  }
  assert(live == 1);
  for (int i = 0; i < 2; ++i) try {
      std::rethrow_exception(p);
    } catch (Err& x) {
      assert(x.code == 9);
    }
  assert(live == 1);
  p = nullptr;
  assert(live == 0);
  p = std::make_exception_ptr(Err(4));
  assert(live == 1);
  try {
    std::rethrow_exception(p);
  } catch (Err& x) {
    assert(x.code == 4);
  }
  p = nullptr;
  assert(live == 0);
  try {
    try {
      throw Err(1);
    } catch (...) {
      std::throw_with_nested(std::logic_error("outer"));
    }
  } catch (std::exception& x) {
    assert(std::string(x.what()) == "outer");
    try {
      std::rethrow_if_nested(x);
      assert(0);
    } catch (Err& y) {
      assert(y.code == 1);
    }
  }
  assert(live == 0);
  A* a = &c;
  B* b = &c;
  assert(dynamic_cast<B*>(a) == &c);
  assert(dynamic_cast<C*>(b) == &c);
  assert(dynamic_cast<V*>(a) == nullptr);
  assert(dynamic_cast<void*>(b) == (void*)&c);
  V* v = &e;
  assert(dynamic_cast<D2*>(v)->d2 == 6);
  assert(dynamic_cast<E*>(v)->e == 7);
  D1* d1 = &e;
  assert(dynamic_cast<D2*>(d1)->d2 == 6);
  XX xx;
  A* ax = static_cast<X1*>(&xx);
  assert(dynamic_cast<XX*>(ax) == &xx);
  assert(dynamic_cast<X2*>(ax) == static_cast<X2*>(&xx));
  try {
    (void)dynamic_cast<V&>(*a);
    assert(0);
  } catch (std::bad_cast& x) {
    assert(std::string(x.what()) == "std::bad_cast");
  }
  try {
    A* n = nullptr;
    (void)typeid(*n).name();
    assert(0);
  } catch (std::bad_typeid&) {
  }
  assert(typeid(*a) == typeid(C) && typeid(*a) != typeid(A));
  assert(std::string(typeid(int).name()) == "i");
  try {
    std::string("abc").substr(9);
    assert(0);
  } catch (std::out_of_range& x) {
    assert(std::string(x.what()).find("basic_string::substr") == 0);
  }
  try {
    (void)std::stoi("zz");
    assert(0);
  } catch (std::invalid_argument& x) {
    assert(std::string(x.what()) == "stoi");
  }
  try {
    (void)std::stoi("99999999999");
    assert(0);
  } catch (std::out_of_range&) {
  }
  assert(std::uncaught_exceptions() == 0);
}
