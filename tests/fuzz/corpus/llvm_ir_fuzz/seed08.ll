define void @f(ptr %p) !dbg !0 {
  %1 = alloca ptr, align 8
    #dbg_declare(ptr %1, !2, !DIExpression(), !10)
  ret void, !dbg !10
}
