define void @f() {
  %x = frobnicate i32 7, label %y
  ret void
}
