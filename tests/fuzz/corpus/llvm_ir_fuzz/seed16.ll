@c = common global i32 0
@w = weak global i32 1
