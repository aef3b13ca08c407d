# What is installed besides programs and their files, and Debian's packages of it:
#   sooth      the programs, with all that they need
#   sooth-dev  the libraries, for programs of others: find_package(Sooth)
# `ninja package` makes both, in the build folder.

install(DIRECTORY include/sooth DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  COMPONENT development FILES_MATCHING PATTERN *.h PATTERN *.def PATTERN *.inc
  PATTERN *.td)
set(config ${CMAKE_INSTALL_LIBDIR}/cmake/Sooth)
install(EXPORT SoothLibraries NAMESPACE Sooth:: DESTINATION ${config}
  COMPONENT development)
include(CMakePackageConfigHelpers)
configure_package_config_file(cmake/SoothConfig.cmake.in SoothConfig.cmake
  INSTALL_DESTINATION ${config})
write_basic_package_version_file(SoothConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/SoothConfig.cmake
  ${CMAKE_BINARY_DIR}/SoothConfigVersion.cmake
  DESTINATION ${config} COMPONENT development)

# The documentation. Links from it to files of the sources have their places.
set(doc ${CMAKE_INSTALL_DATADIR}/doc)
install(FILES README.md DESTINATION ${doc}/sooth)
install(FILES LICENSE.txt DESTINATION ${doc}/sooth RENAME copyright)
install(FILES LICENSE.txt DESTINATION ${doc}/sooth-dev RENAME copyright
  COMPONENT development)
install(DIRECTORY docs DESTINATION ${doc}/sooth FILES_MATCHING PATTERN *.md)
install(DIRECTORY examples DESTINATION ${doc}/sooth
  PATTERN library EXCLUDE)
install(DIRECTORY examples/library DESTINATION ${doc}/sooth-dev/examples
  COMPONENT development)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_CONTACT "Sooth maintainers <maintainers@localhost>")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# Made faster than with xz.
set(CPACK_DEBIAN_COMPRESSION_TYPE gzip)

set(CPACK_DEBIAN_SOOTH_PACKAGE_NAME sooth)
set(CPACK_DEBIAN_SOOTH_DESCRIPTION "The programs: alone, in the compiler, \
in editors, and over whole projects.")
set(CPACK_DEBIAN_SOOTH_PACKAGE_SHLIBDEPS ON)
# Programs that ours run. The compiler has the C library's headers with it.
set(CPACK_DEBIAN_SOOTH_PACKAGE_DEPENDS "clang-19, ninja-build")
set(CPACK_DEBIAN_SOOTH_PACKAGE_RECOMMENDS "clangd-19, git")
set(CPACK_DEBIAN_SOOTH_PACKAGE_SUGGESTS "cvc5, gcc-multilib, \
python3, sooth-dev, z3")

set(CPACK_DEBIAN_DEV_PACKAGE_NAME sooth-dev)
set(CPACK_DEBIAN_DEV_DESCRIPTION "The libraries, their headers, and what \
find_package(Sooth) needs.")
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
# The last four are what find_package(LLVM) looks for.
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "sooth (= ${PROJECT_VERSION}), \
llvm-19-dev, libz3-dev, liblpsolve55-dev, libsuitesparse-dev, \
libxml2-dev, zlib1g-dev, libzstd-dev, libcurl4-openssl-dev, libedit-dev")

include(CPack)
cpack_add_component_group(sooth)
cpack_add_component_group(dev)
cpack_add_component(programs GROUP sooth)
cpack_add_component(clang GROUP sooth)
cpack_add_component(runtime GROUP sooth)
cpack_add_component(development GROUP dev)
