cmake_minimum_required(VERSION 3.25)
# cmake -DSOURCE_DIR=... -P CheckLayering.cmake
# Fails if a library includes a header of a library that is not above it in
# the table of docs/Overview.md.
set(ORDER Support Expr Solver Model Result Check Transform Domain Engine
          Frontend Driver)
set(FAILED FALSE)
set(above "")
foreach(lib IN LISTS ORDER)
  set(allowed ${above} ${lib})
  if(lib STREQUAL "Frontend")
    # Frontend and Engine never include each other.
    list(REMOVE_ITEM allowed Engine)
  endif()
  file(GLOB_RECURSE files ${SOURCE_DIR}/lib/${lib}/*.cpp
       ${SOURCE_DIR}/lib/${lib}/*.h ${SOURCE_DIR}/include/sooth/${lib}/*.h)
  foreach(file IN LISTS files)
    file(STRINGS ${file} includes REGEX "#include \"sooth/")
    foreach(line IN LISTS includes)
      string(REGEX MATCH "sooth/([A-Za-z]+)/" _ "${line}")
      if(NOT CMAKE_MATCH_1 IN_LIST allowed)
        message(SEND_ERROR "${file}: ${lib} may not include ${CMAKE_MATCH_1}")
      endif()
    endforeach()
  endforeach()
  list(APPEND above ${lib})
endforeach()
