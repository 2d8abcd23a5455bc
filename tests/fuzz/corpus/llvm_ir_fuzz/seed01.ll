%struct.s = type { i32, ptr }
@g = global %struct.s { i32 1, ptr @g }, align 8
@p = global ptr @g
define i32 @f(ptr %0, ptr %1) {
  %3 = getelementptr inbounds %struct.s, ptr %0, i32 0, i32 0
  %4 = load i32, ptr %3, align 4
  %5 = call i32 %1(i32 %4)
  ret i32 %5
}
