cmake_minimum_required(VERSION 3.25)
# cmake -DSOURCE_DIR=... -P CheckLayering.cmake
# Fails if a library includes a header of a library that is not above it in
# the table of docs/Overview.md, or a folder of a library one that does not come
# before it in the table below. So neither libraries nor folders form a circle.
set(ORDER Support Expr Solver Model Result Check Transform Domain Engine
          Frontend Driver LanguageServer)

# The folders of libraries, from the one that all may use to the one that none
# may. Those of an engine use no other engine's.
set(ROOMS_Transform Bits Cfa Horn Petri)
set(ROOMS_Frontend LLVM/Base LLVM/Source LLVM/CLibrary LLVM/Memory LLVM/Passes
                   LLVM/Values LLVM/Encode LLVM/Execute LLVM/Compile Solidity StructuredText)
set(ROOMS_Driver Report Replay Story Processes Cache Verify Options
                 Contracts Programs SelfCheck Witness Suppress Controllers Tasks Solidity Petri)
set(APART Engine)

# The sources and headers of a library, as "file<TAB>path in the library".
function(list_files lib result)
  set(all "")
  foreach(base lib include/sooth)
    set(root ${SOURCE_DIR}/${base}/${lib})
    file(GLOB_RECURSE files RELATIVE ${root} ${root}/*.cpp ${root}/*.h)
    foreach(file IN LISTS files)
      list(APPEND all "${root}/${file}\t${file}")
    endforeach()
  endforeach()
  set(${result} "${all}" PARENT_SCOPE)
endfunction()

# Where the header is in the library that a file in `room` includes by `name`;
# empty if it is in another one.
function(resolve_include lib room name result)
  set(found "")
  if(name MATCHES "^sooth/${lib}/(.*)")
    set(found ${CMAKE_MATCH_1})
  else()
    # Private headers: of the same folder, or as "Folder/Header.h".
    string(REGEX REPLACE "/.*" "" top "${room}")
    foreach(folder "${room}" "${top}" "")
      if(NOT found AND EXISTS ${SOURCE_DIR}/lib/${lib}/${folder}/${name})
        string(REGEX REPLACE "^/" "" found "${folder}/${name}")
      endif()
    endforeach()
  endif()
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

# A folder may include those of the table up to itself. A header and its source
# are in one folder, so that what is said of folders holds for both.
function(check_rooms lib)
  list_files(${lib} files)
  foreach(entry IN LISTS files)
    string(REGEX REPLACE "\t.*" "" file "${entry}")
    string(REGEX REPLACE ".*\t" "" path "${entry}")
    get_filename_component(room "${path}" DIRECTORY)
    get_filename_component(name "${path}" NAME_WE)
    if(lib IN_LIST APART)
      set(allowed ${room})
    elseif(room)
      list(FIND ROOMS_${lib} ${room} index)
      if(index EQUAL -1)
        message(SEND_ERROR "${file}: ${room} has no place in the order of "
                           "folders of ${lib} (cmake/CheckLayering.cmake)")
        continue()
      endif()
      math(EXPR count "${index} + 1")
      list(SUBLIST ROOMS_${lib} 0 ${count} allowed)
    else()
      set(allowed "")
    endif()
    file(STRINGS ${file} includes REGEX "^#include \"")
    foreach(line IN LISTS includes)
      string(REGEX MATCH "\"(.*)\"" _ "${line}")
      resolve_include(${lib} "${room}" "${CMAKE_MATCH_1}" target)
      get_filename_component(used "${target}" DIRECTORY)
      get_filename_component(stem "${target}" NAME_WE)
      if(used AND stem STREQUAL name AND NOT used STREQUAL room)
        message(SEND_ERROR "${file}: its header is in another folder, '${used}'")
      elseif(used AND NOT used IN_LIST allowed)
        message(SEND_ERROR
                "${file}: '${room}' of ${lib} may not include '${used}'")
      endif()
    endforeach()
  endforeach()
endfunction()

set(above "")
foreach(lib IN LISTS ORDER)
  set(allowed ${above} ${lib})
  if(lib STREQUAL "Frontend")
    # Frontend and Engine never include each other.
    list(REMOVE_ITEM allowed Engine)
  endif()
  list_files(${lib} files)
  foreach(entry IN LISTS files)
    string(REGEX REPLACE "\t.*" "" file "${entry}")
    file(STRINGS ${file} includes REGEX "#include \"sooth/")
    foreach(line IN LISTS includes)
      string(REGEX MATCH "sooth/([A-Za-z]+)/" _ "${line}")
      if(NOT CMAKE_MATCH_1 IN_LIST allowed)
        message(SEND_ERROR "${file}: ${lib} may not include ${CMAKE_MATCH_1}")
      endif()
    endforeach()
  endforeach()
  list(APPEND above ${lib})
  if(DEFINED ROOMS_${lib} OR lib IN_LIST APART)
    check_rooms(${lib})
  endif()
endforeach()
