# Targets of this project. LLVM is always the shared libLLVM: a plugin that
# links a static LLVM archive registers its command-line options twice.

add_library(sooth_options INTERFACE)
target_include_directories(sooth_options INTERFACE ${CMAKE_SOURCE_DIR}/include)
target_include_directories(sooth_options SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
separate_arguments(SOOTH_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(sooth_options INTERFACE ${SOOTH_LLVM_DEFINITIONS})
target_compile_options(sooth_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -fno-rtti -Wall -Wextra
    -Wno-unused-parameter>)

# sooth_add_library(Name sources... [LINK libs...])
# One library of the design's table; it may use only those above it, which
# cmake/CheckLayering.cmake verifies.
function(sooth_add_library name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_library(Sooth${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(Sooth${name} PUBLIC sooth_options ${ARG_LINK})
endfunction()

# sooth_add_tool(name sources... [LINK libs...] [SUPPORT_ONLY])
# SUPPORT_ONLY: of LLVM it uses Support and Option, whose archives are linked,
# for loading libLLVM takes longer than a small task. They come last, and by file:
# as targets they want compression and z3, too.
function(sooth_add_tool name)
  cmake_parse_arguments(ARG "SUPPORT_ONLY" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE sooth_options ${ARG_LINK})
  if(ARG_SUPPORT_ONLY)
    set_property(TARGET ${name} PROPERTY SOOTH_SUPPORT_ONLY ON)
  else()
    target_link_libraries(${name} PRIVATE LLVM)
  endif()
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()
