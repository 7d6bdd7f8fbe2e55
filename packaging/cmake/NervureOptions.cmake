# SPDX-License-Identifier: Apache-2.0
# nervure_options: the compile options every target of ours links. Nothing is set globally.
add_library(nervure_options INTERFACE)
target_compile_features(nervure_options INTERFACE cxx_std_20)
target_include_directories(nervure_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(nervure_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 sees overlaps and overruns that are not there in inlined functions of std::string
    # (its bug 105651), whichever of these four it then calls them.
    target_compile_options(nervure_options INTERFACE
        -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # By default GCC tidies its memory up whenever it holds 128 MB, which takes a tenth of its time; a
    # batch of ours takes up to 900 MB as it is.
    target_compile_options(nervure_options INTERFACE --param=ggc-min-heapsize=1000000)
endif()
# There are hundreds of programs to link, and gold takes half of the usual linker's time.
include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=gold NERVURE_HAS_GOLD)
if(NERVURE_HAS_GOLD)
    target_link_options(nervure_options INTERFACE -fuse-ld=gold)
endif()
target_compile_definitions(nervure_options INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_KEYWORDS QT_NO_URL_CAST_FROM_STRING QT_NO_FOREACH)
if(NERVURE_SANITIZE)
    target_compile_options(nervure_options INTERFACE
        -fsanitize=${NERVURE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(nervure_options INTERFACE -fsanitize=${NERVURE_SANITIZE})
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND (NERVURE_SANITIZE OR NERVURE_UNITY))
    # GCC 12 reports false maybe-uninitialized inside the standard library under sanitizers and where
    # it inlines across sources.
    target_compile_options(nervure_options INTERFACE -Wno-maybe-uninitialized)
endif()
if(NERVURE_FUZZ)
    # Every library is instrumented, so that the fuzzer sees where its inputs lead.
    target_compile_options(nervure_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# nervure_add_library(<name> LIBS <targets…> SOURCES <files…>
#                     [HEADERS <headers…> | HEADERS_OF <library>]): a static library of ours.
# Other people's large headers take longer to read than most sources to compile: those named are
# read once, or once for several libraries with the same definitions. Sources name what they use all
# the same.
# With NERVURE_UNITY the sources are compiled in batches, in half the time. Names in the anonymous
# namespaces of one folder must differ then; that each source compiles alone shows in the other presets.
function(nervure_add_library name)
    cmake_parse_arguments(ARG "" "HEADERS_OF" "LIBS;SOURCES;HEADERS" ${ARGN})
    add_library(${name} STATIC ${ARG_SOURCES})
    target_link_libraries(${name} PUBLIC nervure_options ${ARG_LIBS})
    set_target_properties(${name} PROPERTIES UNITY_BUILD ${NERVURE_UNITY} UNITY_BUILD_BATCH_SIZE 16)
    if(ARG_HEADERS)
        target_precompile_headers(${name} PRIVATE ${ARG_HEADERS})
    elseif(ARG_HEADERS_OF)
        target_precompile_headers(${name} REUSE_FROM ${ARG_HEADERS_OF})
    endif()
    set_property(GLOBAL APPEND PROPERTY NERVURE_LIBRARIES ${name})
endfunction()
