# Globs that find something, and files that somebody takes: a folder that is renamed or emptied is an error, not a
# library or a test less.

# waymark_glob(OUT PATTERN): the files that match, and there are some.
function(waymark_glob out pattern)
  file(GLOB found CONFIGURE_DEPENDS ${pattern})
  if(NOT found)
    message(FATAL_ERROR "no file is ${pattern}: was its folder renamed or emptied?")
  endif()
  set_property(GLOBAL APPEND PROPERTY waymark_taken ${found})
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# waymark_all_taken(PATTERN): every file that matches, in folders within folders too, was found by a waymark_glob before.
function(waymark_all_taken pattern)
  file(GLOB_RECURSE left CONFIGURE_DEPENDS ${pattern})
  get_property(taken GLOBAL PROPERTY waymark_taken)
  list(REMOVE_ITEM left ${taken})
  if(left)
    list(JOIN left "\n  " left)
    message(FATAL_ERROR "nobody builds\n  ${left}")
  endif()
endfunction()
