# Texts that become part of the binary.
#   waymark_embed(TARGET NAME FILE): the text of FILE is `const std::string_view waymark::report::NAME` in TARGET
function(waymark_embed target name file)
  set(source ${CMAKE_BINARY_DIR}/embedded/${name}.cpp)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DNAME=${name} -DIN=${file} -DOUT=${source} -P ${CMAKE_SOURCE_DIR}/tools/embed.cmake
    DEPENDS ${file} ${CMAKE_SOURCE_DIR}/tools/embed.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${source})
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
  file(READ ${IN} text)
  string(FIND "${text}" ")waymark\"" ends)
  if(NOT ends EQUAL -1)
    message(FATAL_ERROR "${IN} would end its own literal")
  endif()
  file(WRITE ${OUT} "#include \"report/embedded.hpp\"\n\n#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\n"
                    "const std::string_view waymark::report::${NAME} = R\"waymark(${text})waymark\";\n")
endif()
