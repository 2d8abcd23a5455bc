@c = common global [4 x i32] zeroinitializer
@w = global i32 2
