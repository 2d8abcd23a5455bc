# What runs on the release build beside the units: commands, comparisons and suites of programs. `make test` runs what is quick or stands for a whole
# suite; the rest is in shares. An entry that takes over 15 s of a processor is in a share, or says why it is not.
set(tests ${CMAKE_CURRENT_SOURCE_DIR})
set(build ${CMAKE_BINARY_DIR})
set(tools ${CMAKE_SOURCE_DIR}/tools)
set(waymark --waymark $<TARGET_FILE:waymark>)
set(python /usr/bin/python3 -B)  # Debian's, which has the packages that a test needs
set(compare ${python} ${tests}/compare/compare.py)
foreach(part ${parts})
  add_dependencies(part_${part} waymark)
endforeach()

# Programs that tests run beside waymark, some in many processes: waymark_test_program(SOURCE LIBRARIES).
add_custom_target(test_programs)
function(waymark_test_program source)
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source})
  target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${ARGN})
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-Og>)
  target_precompile_headers(${name} REUSE_FROM waymark_headers_once)
  add_dependencies(test_programs ${name})
endfunction()
waymark_test_program(certify/bombs.cpp waymark_script)
waymark_test_program(certify/forge.cpp waymark_graph waymark_certify waymark_observe waymark_promela)
waymark_test_program(check/preemption_runs.cpp waymark_load)
waymark_test_program(check/symmetry_graph.cpp waymark_promela)
waymark_test_program(java/contract_runner.cpp waymark_load)
waymark_test_program(java/library_runner.cpp waymark_java waymark_classpath nlohmann_json::nlohmann_json)
waymark_test_program(java/litmus_runner.cpp waymark_java waymark_classpath nlohmann_json::nlohmann_json)
waymark_test_program(java/travel_runner.cpp waymark_load)
waymark_test_program(llvm/llvm_runner.cpp waymark_llvm waymark_llvm_compile waymark_model_testing)
add_dependencies(llvm_runner llvm_library)
waymark_test_program(stranger/batch.cpp waymark_cli)

# The command line as a user meets it, a file after the other; broken models with their exact messages.
set(in_share_commands after-limit hands java-jobs java-threads java-trail library liveness preemptions shallow)
set(in_share_native cpp refused table tests)
foreach(folder cli llvm c)
  waymark_glob(files ${tests}/${folder}/*.test)
  foreach(file ${files})
    get_filename_component(name ${file} NAME_WE)
    set(share)
    if(folder STREQUAL cli AND name IN_LIST in_share_commands)
      set(share PART commands)
    elseif(NOT folder STREQUAL cli AND name IN_LIST in_share_native)
      set(share PART native)
    endif()
    if(WAYMARK_C OR NOT folder STREQUAL c)
      waymark_entry(golden.${folder}.${name} ${share} LABELS golden COMMAND ${tests}/golden.py ${waymark} --keep ${build}/golden/${folder}.${name}.jsonl ${file})
      list(APPEND golden_entries golden.${folder}.${name})
    endif()
  endforeach()
endforeach()
waymark_entry(golden.promela.bad LABELS golden COMMAND ${tests}/golden.py ${waymark} tests/promela/bad)

# What programs read, by the schemas that were published for it: all JSON that the golden files have met, and more.
waymark_entry(formats.json SKIPS COMMAND ${tests}/cli/formats.py json ${waymark} --kept ${build}/golden)
set_tests_properties(formats.json PROPERTIES DEPENDS "${golden_entries}")
waymark_entry(formats.sarif SKIPS COMMAND ${tests}/cli/formats.py sarif ${waymark})
waymark_entry(formats.junit SKIPS COMMAND ${tests}/cli/formats.py junit ${waymark})
waymark_entry(formats.ci SKIPS COMMAND ${tests}/cli/ci_examples.py ${waymark})

# What pages for readers say that commands print. It takes 30 s, and stays: a page is true at every commit.
if(WAYMARK_C)
  waymark_entry(cli.pages COMMAND ${tools}/pages.py ${waymark})
endif()
# Where it is installed. 'make campaign NAME=package' tries the package in a fresh root.
waymark_entry(cli.install COMMAND ${CMAKE_SOURCE_DIR}/packaging/try_install.sh ${build})
# What check refuses to ask of a program, no other command asks of it.
waymark_entry(cli.advice COMMAND ${tests}/cli/advice.py ${waymark})
waymark_entry(cli.guard COMMAND ${tests}/cli/guard.py ${waymark})
# At a terminal. It types: others would slow the reader down.
waymark_entry(cli.terminal PART commands ALONE COMMAND ${tests}/cli/terminal.py ${waymark})
# The debugger for editors: sessions as files, and input that is none; a session with an agent that sends anything.
if(WAYMARK_C AND Java_FOUND)
  waymark_entry(dap.sessions COMMAND ${tests}/dap/dap.py sessions ${waymark})
endif()
waymark_entry(dap.broken COMMAND ${tests}/dap/dap.py broken ${waymark})
waymark_entry(cli.mcp COMMAND ${tests}/cli/mcp.py ${waymark})
waymark_entry(shallow COMMAND ${tests}/shallow/shallow.py ${waymark})
waymark_entry(causes COMMAND ${tests}/causes/causes.py ${waymark})

# Limits of time and memory, and signals, in every phase of the commands; searches that are stopped, killed and gone on with.
waymark_entry(limits PART commands COMMAND ${tests}/cli/limits.py ${waymark} --bombs $<TARGET_FILE:bombs> --build ${build}/limits --every 48)
waymark_entry(resume PART commands COMMAND ${tests}/cli/resume.py ${waymark} --build ${build}/resume --stops 2 --most 2)
# Several ranks against one process.
if(TARGET waymark_cluster_transport_mpi)
  waymark_entry(cluster.runs PART commands PROCESSORS 2 COMMAND ${tests}/cluster/runs.py ${waymark} --build ${build}/cluster-runs
                --every 58 --cpp exception_gives_lock_back)
  waymark_entry(cluster.resume PART commands PROCESSORS 2 COMMAND ${tests}/cluster/resume.py ${waymark} --build ${build}/cluster-resume
                --kills 2)
endif()

# Programs with a header that says what is expected of them, by testers that apply by themselves.
foreach(language promela java c cpp)
  waymark_entry(programs.${language} SKIPS COMMAND ${tests}/programs/run.py ${waymark} --language ${language} --build ${build}/programs-${language})
endforeach()

# The forger's campaign: 'make forge' runs it for long, the tests for a moment. A stranger's encoder, certifier and forger, written
# from docs/trust/script-format.md in Python: its scripts are accepted, ours are read, and on forgeries both certifiers agree.
set(forged_models peterson leader_election snoopy_cache alternating_bit bounded_buffer)
list(TRANSFORM forged_models PREPEND ${tests}/promela/corpus/)
list(TRANSFORM forged_models APPEND .pml)
waymark_entry(forge COMMAND $<TARGET_FILE:forge> --count 2000 --seed 7 ${forged_models})
waymark_entry(stranger.scripts COMMAND ${python} ${tests}/stranger/scripts_test.py $<TARGET_FILE:waymark>)
waymark_entry(stranger.forge COMMAND ${python} ${tests}/stranger/forge.py --batch $<TARGET_FILE:batch> --count 1000 --seed 7)

# The verified kernel, where Coq is installed; otherwise these are skipped. It is built in build/kernel.
set(kernel ${CMAKE_SOURCE_DIR}/build/kernel)
waymark_entry(kernel.proofs SKIPS COMMAND ${tests}/kernel/kernel_test.py proofs --build ${kernel})
waymark_entry(kernel.corpus SKIPS COMMAND ${tests}/kernel/kernel_test.py corpus --build ${kernel} ${waymark})
waymark_entry(kernel.forge SKIPS COMMAND ${tests}/kernel/kernel_test.py forge --build ${kernel} ${waymark} --batch $<TARGET_FILE:batch>
              --count 300)
waymark_entry(kernel.random SKIPS COMMAND ${compare} kernel ${waymark} --kernel ${kernel}/waymark-kernel --random 1 30)
set_tests_properties(kernel.proofs PROPERTIES FIXTURES_SETUP kernel)
set_tests_properties(kernel.corpus kernel.forge kernel.random PROPERTIES FIXTURES_REQUIRED kernel)

# Against a live Spin, against the whole graph and against enumerations: the corpora, and a few random models.
set(spin ${compare} spin ${waymark} --cache ${build}/spin-cache --compiler tcc)
waymark_entry(spin.corpus PROCESSORS 2 COMMAND ${spin})
waymark_entry(spin.random PART promela PROCESSORS 2 COMMAND ${spin} --random 1 100 --no-shrink)
waymark_entry(liveness.corpus COMMAND ${compare} liveness ${waymark} --certify --por off,on)
waymark_entry(liveness.bitstate PART promela COMMAND ${compare} liveness ${waymark} --store bitstate)
waymark_entry(liveness.random PART promela COMMAND ${compare} liveness ${waymark} --random 1 120 --certify --por on)
waymark_entry(reduction.claims COMMAND ${compare} claims ${waymark})
waymark_entry(reduction.random PART promela COMMAND ${compare} reduction ${waymark} --random 1 40)
waymark_entry(symmetry.random PART promela COMMAND ${compare} symmetry ${waymark} --graph $<TARGET_FILE:symmetry_graph> --random 1 60)
waymark_entry(slice.corpus PART promela COMMAND ${compare} slice ${waymark} --corpus ${tests}/promela/corpus)
waymark_entry(slice.random PART promela COMMAND ${compare} slice ${waymark} --random 1 16)
if(TARGET waymark_z3)
  waymark_entry(abstract.random COMMAND ${compare} abstract ${waymark} --random 1 12)
endif()
waymark_entry(preemptions PART promela COMMAND ${python} ${tests}/check/preemptions.py ${waymark} --runs $<TARGET_FILE:preemption_runs>
              --build ${build}/preemptions $<$<BOOL:${WAYMARK_C}>:--c>)
waymark_entry(hunting PART promela COMMAND ${python} ${tests}/check/hunting.py ${waymark} --build ${build}/hunting --count 25
              $<$<BOOL:${WAYMARK_C}>:--c>)

# C and C++ programs by the machine for LLVM IR; 'make campaign NAME=llvm-cpp' has all C++ programs.
set(runner --runner $<TARGET_FILE:llvm_runner>)
waymark_entry(llvm.programs COMMAND ${tests}/llvm/programs.py ${runner})
waymark_entry(llvm.cpp PART native COMMAND ${tests}/llvm/programs.py ${runner} --folder ${tests}/llvm/cpp/own)
waymark_entry(llvm.cpp_line COMMAND ${tests}/llvm/cpp_line.py ${waymark}
              bounded_queue_wakes_wrong_one exception_keeps_lock uncaught_in_main caught_by_base)
waymark_entry(llvm.random PART native COMMAND ${tests}/llvm/random_programs.py ${runner} ${waymark} --build ${build}/llvm-random --programs 8
              --compiler clang-14 clang-19)
waymark_entry(llvm.jobs PART native COMMAND ${compare} jobs ${waymark} --jobs 2 --language cpp --filter exception_)
waymark_entry(llvm.model_names PART native COMMAND ${tools}/model_names.py --check)
waymark_entry(llvm.testing PART native COMMAND ${tests}/llvm/testing/headers.py --headers ${CMAKE_SOURCE_DIR}/src/llvm/library/include/c++)
foreach(compiler clang-14 clang-19)
  waymark_entry(llvm.library.${compiler} PART native COMMAND ${tests}/llvm/library.py ${runner} --compiler ${compiler})
endforeach()

# Models that are extracted from C: against gcc, against written verdicts, and random ones.
if(WAYMARK_C)
  waymark_entry(c.programs PART native COMMAND ${tests}/c/programs.py ${waymark} --build ${build}/c-programs --spin --every 3)
  waymark_entry(c.random PART native COMMAND ${tests}/c/random_programs.py ${waymark} --build ${build}/c-random --count 40)
  waymark_entry(c.slice PART native COMMAND ${compare} slice ${waymark} --corpus ${tests}/c/corpus --every 20)
  if(TARGET waymark_z3)
    waymark_entry(c.abstract PART native COMMAND ${CMAKE_SOURCE_DIR}/bench/abstract_bench.py ${waymark} --some 3)
  endif()
endif()

# Java programs: against the JVM, against sets of outcomes, against written verdicts. tests/java/README.md says which driver has which
# folder. Without a JDK they fail: packages.txt promises one.
function(waymark_java name driver)
  cmake_parse_arguments(PARSE_ARGV 2 it "STAYS;SKIPS" "" "MORE")
  set(share PART java)
  if(it_STAYS)
    set(share)
  endif()
  if(it_SKIPS)
    list(APPEND share SKIPS)
  endif()
  if(NOT it_MORE)
    set(it_MORE ${waymark})
  endif()
  waymark_entry(java.${name} ${share} LABELS java COMMAND ${tests}/java/${driver} ${it_MORE} --build ${build}/java-${name})
endfunction()
set(library --library ${build}/waymark-library.jar)
waymark_java(carriers carriers.py SKIPS)
waymark_java(conformance conformance.py STAYS)
waymark_java(contract contract.py MORE --runner $<TARGET_FILE:contract_runner> ${library})
waymark_java(damage damage.py MORE ${waymark} ${library} --count 80)
waymark_java(digest digest.py STAYS)
waymark_java(everyday everyday.py STAYS MORE ${waymark} --share 0/5)
waymark_java(examples examples.py MORE ${waymark} --certify)
waymark_java(explore explore.py STAYS)
waymark_java(features features.py)
waymark_java(formulas formulas.py MORE ${waymark} --random 1 --count 8)
waymark_java(jdks jdks.py SKIPS MORE ${waymark} --share)
waymark_java(junit junit.py)
waymark_java(library library.py MORE --runner $<TARGET_FILE:library_runner>)
waymark_java(library_random library.py MORE --runner $<TARGET_FILE:library_runner> --random 1 --count 20 --states 10000)
waymark_java(linear linear.py)
waymark_java(litmus litmus.py MORE --runner $<TARGET_FILE:litmus_runner>)
waymark_java(meaning meaning.py STAYS)
waymark_java(names names.py MORE ${waymark} ${library})
waymark_java(random litmus.py STAYS MORE --runner $<TARGET_FILE:litmus_runner> --random 1 --count 20)
waymark_java(today everyday.py MORE ${waymark} --suite today --share 0/2)
waymark_java(travel travel.py MORE --runner $<TARGET_FILE:travel_runner> --every 3 ${library})
waymark_java(unmet unmet.py STAYS)
waymark_java(weak weak.py)
waymark_entry(java.promises PART java LABELS java COMMAND ${tests}/java/promises.sh ${build} ${build}/java-promises 5/128)
add_dependencies(part_java contract_runner travel_runner)
waymark_entry(java.jobs PART java LABELS java COMMAND ${compare} jobs ${waymark} --jobs 3 --language java --filter Barber)
waymark_entry(certify.partial PART java LABELS java COMMAND ${tests}/certify/partial_runs.py ${waymark} --build ${build}/partial-runs)

# The sources themselves. clang-tidy, which takes as long as all of these together, is 'make tidy'.
waymark_entry(source.docs LABELS source COMMAND ${tools}/check_docs.py)
waymark_entry(source.format LABELS source COMMAND ${tools}/check_format.sh)
waymark_entry(source.hashes LABELS source COMMAND ${tools}/check_hashes.py)
waymark_entry(source.house LABELS source COMMAND ${tools}/house.py --check)
waymark_entry(source.layers LABELS source COMMAND ${tools}/check_layers.py --build ${build})
waymark_entry(source.page LABELS source COMMAND ${tools}/check_page.py)
waymark_entry(source.trusted LABELS source COMMAND ${tools}/trusted.py --check)
waymark_entry(source.tools LABELS source COMMAND python3 -B -m unittest discover -s ${tests}/tools -p *_test.py)
