define void @f(ptr %p) {
  %1 = load atomic volatile i32, ptr %p acquire, align 4
  store atomic i32 1, ptr %p syncscope("singlethread") release, align 4
  %2 = cmpxchg weak ptr %p, i32 0, i32 1 acq_rel monotonic, align 4
  %3 = atomicrmw umax ptr %p, i32 7 seq_cst, align 4
  fence acquire
  ret void
}
