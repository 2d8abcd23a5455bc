declare void @end() #0
define void @f(ptr sret({ i64, i64 }) align 8 %a, ptr byval(i64) align 8 %b) {
  call void @end() #1
  unreachable
}
attributes #0 = { noreturn nounwind "frame-pointer"="all" }
attributes #1 = { noreturn memory(none) }
