# What runs on the build with AddressSanitizer and UndefinedBehaviorSanitizer beside the units: commands whose input comes from
# strangers. All golden files take minutes there: 'make campaign NAME=sanitized'.
set(golden ${CMAKE_SOURCE_DIR}/tests/golden.py --waymark $<TARGET_FILE:waymark>)
set(files check certify checkpoint claims files json ltl pipes replay script usage verdicts)
list(TRANSFORM files PREPEND tests/cli/)
list(TRANSFORM files APPEND .test)
waymark_entry(golden.cli PART sanitized LABELS sanitized COMMAND ${golden} ${files})
waymark_entry(golden.promela.bad PART sanitized LABELS sanitized COMMAND ${golden} tests/promela/bad)
waymark_entry(golden.llvm PART sanitized LABELS sanitized COMMAND ${golden} tests/llvm)
waymark_entry(dap.broken PART sanitized LABELS sanitized COMMAND ${CMAKE_SOURCE_DIR}/tests/dap/dap.py broken --waymark $<TARGET_FILE:waymark>)
waymark_entry(cli.mcp PART sanitized LABELS sanitized COMMAND ${CMAKE_SOURCE_DIR}/tests/cli/mcp.py --waymark $<TARGET_FILE:waymark>)
