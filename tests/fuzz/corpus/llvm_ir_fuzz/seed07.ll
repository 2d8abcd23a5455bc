define void @f(i8* %p) !dbg !0 {
  %1 = alloca i8*, align 8
  call void @llvm.dbg.declare(metadata i8** %1, metadata !2, metadata !DIExpression()), !dbg !10
  ret void, !dbg !10
}
declare void @llvm.dbg.declare(metadata, metadata, metadata)
