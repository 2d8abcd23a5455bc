%struct.s = type { i32, %struct.s* }
@g = global %struct.s { i32 1, %struct.s* @g }, align 8
@p = global i32* getelementptr inbounds (%struct.s, %struct.s* @g, i32 0, i32 0)
define i32 @f(%struct.s* %0, i32 (i32)* %1) {
  %3 = getelementptr inbounds %struct.s, %struct.s* %0, i32 0, i32 0
  %4 = load i32, i32* %3, align 4
  %5 = call i32 %1(i32 %4)
  ret i32 %5
}
