# Targets of this project. Plugins and tests use the shared libLLVM: a plugin
# that links an archive of LLVM registers its command-line options twice.
# Programs that users wait for link archives (see sooth_add_tool).

add_library(sooth_options INTERFACE)
target_include_directories(sooth_options INTERFACE
  $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>)
target_include_directories(sooth_options SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_compile_features(sooth_options INTERFACE cxx_std_20)
separate_arguments(SOOTH_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(sooth_options INTERFACE ${SOOTH_LLVM_DEFINITIONS})
# Who derives a class from one of ours needs -fno-rtti, too.
target_compile_options(sooth_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:$<BUILD_INTERFACE:-fno-exceptions> -fno-rtti
    $<BUILD_INTERFACE:-Wall -Wextra -Wno-unused-parameter>>)
install(TARGETS sooth_options EXPORT SoothLibraries
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# Headers of LLVM take most of the time that a compilation takes. They are
# compiled once, in a few sets; sources still include all that they use
# (-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON shows whether they do).
file(WRITE ${CMAKE_BINARY_DIR}/precompiled.cpp "")
# sooth_add_precompiled(set [libs...]): cmake/Precompiled${set}.h
function(sooth_add_precompiled set)
  add_library(SoothPrecompiled${set} OBJECT ${CMAKE_BINARY_DIR}/precompiled.cpp)
  target_link_libraries(SoothPrecompiled${set} PRIVATE sooth_options ${ARGN})
  # Without it ccache would see another file after each build.
  target_compile_options(SoothPrecompiled${set} PRIVATE
    "SHELL:-Xclang -fno-pch-timestamp")
  target_precompile_headers(SoothPrecompiled${set} PRIVATE
    ${CMAKE_SOURCE_DIR}/cmake/Precompiled${set}.h)
endfunction()
sooth_add_precompiled(Base)
sooth_add_precompiled(Model)
sooth_add_precompiled(IR)

# sooth_precompile(target set): the target's sources are compiled with that set.
function(sooth_precompile target set)
  target_precompile_headers(${target} REUSE_FROM SoothPrecompiled${set})
  target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
endfunction()

# With -DCMAKE_UNITY_BUILD=ON sources are compiled several at a time, which takes less
# than half of the time that each alone takes (docs/Contributing.md): at most so many, and
# only those of one folder, so that few depend on each other's names.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 16 CACHE STRING "Sources in one compilation")

# sooth_group_sources(target sources...): puts these in groups of about one size.
function(sooth_group_sources target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  set(folders "")
  foreach(source IN LISTS ARGN)
    get_filename_component(folder ${source} DIRECTORY)
    string(MAKE_C_IDENTIFIER "${target}_${folder}" folder)
    list(APPEND folders ${folder})
    list(APPEND of_${folder} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    list(LENGTH of_${folder} count)
    math(EXPR groups "(${count} - 1) / ${CMAKE_UNITY_BUILD_BATCH_SIZE} + 1")
    set(number 0)
    foreach(source IN LISTS of_${folder})
      math(EXPR group "${number} * ${groups} / ${count}")
      math(EXPR number "${number} + 1")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${group})
    endforeach()
  endforeach()
endfunction()

# sooth_add_library(Name sources... [LINK libs...] [MODEL | IR])
# MODEL: most of its sources look at models. IR: most look at LLVM IR, too.
# One library of the design's table; it may use only those above it, which
# cmake/CheckLayering.cmake verifies.
function(sooth_add_library name)
  cmake_parse_arguments(ARG "MODEL;IR" "" "LINK" ${ARGN})
  add_library(Sooth${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  sooth_group_sources(Sooth${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(Sooth${name} PUBLIC sooth_options ${ARG_LINK})
  if(ARG_IR)
    sooth_precompile(Sooth${name} IR)
  elseif(ARG_MODEL)
    sooth_precompile(Sooth${name} Model)
  else()
    sooth_precompile(Sooth${name} Base)
  endif()
  install(TARGETS Sooth${name} EXPORT SoothLibraries
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
endfunction()

# sooth_link_archives(target [CLANG libs...] [LLVM components...]): archives of
# clang and LLVM, with what these use of LLVM, by file: as targets those of clang
# want the shared libLLVM, those of LLVM what they were built with. The program is
# where it is linked to, so that nothing is left to do when it is loaded.
function(sooth_link_archives target)
  cmake_parse_arguments(ARG "" "" "CLANG;LLVM" ${ARGN})
  set(libs ${ARG_CLANG})
  llvm_map_components_to_libnames(open ${ARG_LLVM})
  while(open)
    list(POP_FRONT open lib)
    if(NOT lib IN_LIST libs)
      list(APPEND libs ${lib})
      get_target_property(used ${lib} INTERFACE_LINK_LIBRARIES)
      list(FILTER used INCLUDE REGEX "^LLVM")
      list(APPEND open ${used})
    endif()
  endwhile()
  list(TRANSFORM libs REPLACE "(.+)" "${LLVM_LIBRARY_DIRS}/lib\\1.a")
  target_link_libraries(${target} PRIVATE ${libs} z zstd tinfo)
  target_link_options(${target} PRIVATE -no-pie -Wl,--gc-sections)
endfunction()

# sooth_add_tool(name sources... [LINK libs...] [SUPPORT_ONLY | ARCHIVES components...])
# For loading libLLVM takes longer than a small task, there are two ways without:
# SUPPORT_ONLY: of LLVM it uses Support and Option, whose archives are linked.
# They come last, and by file: as targets they want compression and z3, too.
# ARCHIVES: it uses these components.
function(sooth_add_tool name)
  cmake_parse_arguments(ARG "SUPPORT_ONLY" "" "LINK;ARCHIVES" ${ARGN})
  if(SOOTH_SANITIZE)
    # What sanitizers add refers to all functions, also to those that are not called.
    set(ARG_SUPPORT_ONLY OFF)
    set(ARG_ARCHIVES)
  endif()
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  sooth_group_sources(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE sooth_options ${ARG_LINK})
  if(ARG_SUPPORT_ONLY)
    set_property(TARGET ${name} PROPERTY SOOTH_SUPPORT_ONLY ON)
  elseif(ARG_ARCHIVES)
    sooth_link_archives(${name} LLVM ${ARG_ARCHIVES})
  else()
    target_link_libraries(${name} PRIVATE LLVM)
  endif()
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()

# sooth_add_pages(tool name prefix): the page of the manual and the completions of
# the program called name, which tool prints.
function(sooth_add_pages tool name prefix)
  set(pages ${CMAKE_BINARY_DIR}/pages)
  file(MAKE_DIRECTORY ${pages})
  add_custom_command(TARGET ${tool} POST_BUILD
    COMMAND ${tool} --print-options=${prefix}man > ${pages}/${name}.1
    COMMAND ${tool} --print-options=${prefix}bash > ${pages}/${name}.bash
    COMMAND ${tool} --print-options=${prefix}zsh > ${pages}/_${name})
  install(FILES ${pages}/${name}.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${pages}/${name}.bash RENAME ${name}
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  # Where Debian's zsh looks for those of packages.
  install(FILES ${pages}/_${name}
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
endfunction()

# sooth_make_options(out in name): what TableGen makes of the options in the file
# in; name is a target for it.
# (LLVM's tablegen() leaves a file that would not change as old as it is, so that
# each build makes it again.)
function(sooth_make_options out in name)
  set(result ${CMAKE_CURRENT_BINARY_DIR}/${out})
  add_custom_command(OUTPUT ${result}
    COMMAND ${LLVM_TOOLS_BINARY_DIR}/llvm-tblgen -gen-opt-parser-defs
      -I ${LLVM_INCLUDE_DIR} -I ${CMAKE_SOURCE_DIR}/include
      ${CMAKE_CURRENT_SOURCE_DIR}/${in} -o ${result} -d ${result}.d
    DEPENDS ${in} DEPFILE ${result}.d)
  add_custom_target(${name} DEPENDS ${result})
endfunction()

# sooth_add_options(tool): the options in Options.td, for
# sooth/Support/OptionDeclarations.inc, with their pages.
function(sooth_add_options tool)
  sooth_make_options(Options.inc Options.td ${tool}-options)
  add_dependencies(${tool} ${tool}-options)
  target_include_directories(${tool} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
  sooth_add_pages(${tool} ${tool} "")
endfunction()
