define i32 @f(i1 %c) {
  br i1 %c, label %later, label %1
1:
  br label %later
later:
  %x = phi i32 [ 1, %0 ], [ %y, %1 ], [ %y, %later ]
  %y = add nsw i32 %x, 1
  br i1 %c, label %later, label %out
out:
  switch i32 %y, label %1 [
    i32 1, label %later
    i32 -2, label %out
  ]
}
