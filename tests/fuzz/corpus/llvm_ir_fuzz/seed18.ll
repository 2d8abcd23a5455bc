@other = alias void (), ptr @real
define void @real() {
  ret void
}
define void @f() {
  call void @other()
  ret void
}
