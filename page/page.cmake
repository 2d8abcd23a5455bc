# The page that --html writes, bundled by node and put into the binary. Without node, npm or the packages that
# page/package-lock.json names, the binary is built without it, and --html says how to get it.
if(WAYMARK_SANITIZE)
  set(with_page OFF)  # the release build tests it
else()
  set(with_page ON)
endif()
option(WAYMARK_PAGE "put the page of --html into the binary, if node and npm are there" ${with_page})

set(stage ${CMAKE_BINARY_DIR}/page)
set(page_html ${stage}/empty.html)
file(MAKE_DIRECTORY ${stage})
file(WRITE ${page_html} "")
set(WAYMARK_HAS_PAGE OFF)
find_program(NODE node)
find_program(NPM npm)
if(WAYMARK_PAGE AND NODE AND NPM)
  file(GLOB page_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/page/src/*)
  foreach(file package.json package-lock.json .npmrc build.mjs)
    configure_file(${CMAKE_SOURCE_DIR}/page/${file} ${stage}/${file} COPYONLY)
  endforeach()
  file(SHA256 ${stage}/package-lock.json lock)
  if(NOT EXISTS ${stage}/installed-${lock})
    execute_process(
      COMMAND ${NPM} ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
      WORKING_DIRECTORY ${stage} RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET TIMEOUT 120)
    if(NOT failed)
      file(WRITE ${stage}/installed-${lock} "")
    endif()
  endif()
  if(EXISTS ${stage}/installed-${lock})
    set(WAYMARK_HAS_PAGE ON)
    set(page_html ${stage}/page.html)
    add_custom_command(
      OUTPUT ${page_html}
      COMMAND ${CMAKE_COMMAND} -E rm -rf ${stage}/src
      COMMAND ${CMAKE_COMMAND} -E copy_directory ${CMAKE_SOURCE_DIR}/page/src ${stage}/src
      COMMAND ${NODE} ${stage}/build.mjs ${page_html}
      DEPENDS ${page_sources} ${stage}/build.mjs
      VERBATIM)
  else()
    message(WARNING "built without the page of --html: 'npm ci' could not install what page/package-lock.json names")
  endif()
elseif(WAYMARK_PAGE)
  message(STATUS "Built without the page of --html: node or npm is missing")
endif()
waymark_embed(waymark_report page_template ${page_html})
