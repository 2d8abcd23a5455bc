declare void @other()
define void @g() {
  call void @other()
  ret void
}
