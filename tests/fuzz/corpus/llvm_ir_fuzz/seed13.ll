@x = internal global i32 1
define i32 @a() {
  %1 = load i32, ptr @x
  ret i32 %1
}
