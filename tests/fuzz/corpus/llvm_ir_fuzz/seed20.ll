declare i64 @strlen(ptr)
declare void @lock()
define void @f() {
  call i64 @strlen(ptr null)
  call void @lock()
  ret void
}
