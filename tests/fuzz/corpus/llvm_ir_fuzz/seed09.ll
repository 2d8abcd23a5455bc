define void @f() !dbg !0 {
  ret void, !dbg !1
}
!0 = !DILexicalBlock(scope: !2)
!1 = !DILocation(line: 1, scope: !0, inlinedAt: !1)
!2 = !DILexicalBlock(scope: !0)
