@x = internal global i32 2
define i32 @b() {
  %1 = load i32, ptr @x
  ret i32 %1
}
