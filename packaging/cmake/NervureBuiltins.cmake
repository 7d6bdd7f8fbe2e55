# SPDX-License-Identifier: Apache-2.0
# nervure_register_builtins(<target> <Kind> <header> <Registry> [PATTERN <path>] NAMES <names…>)
#
# The one-list mechanism: for each name, which a sub-folder may precede (pooling/pool2d), it
#   - adds <name>.cpp to the target (or the PATTERN, where @name@ stands for the name),
#   - embeds <name>.cl, if it is there, as nervure::kernels::<name>,
#   - declares and calls nervure::register<Name>(Registry &) in one generated function,
#     nervure::registerBuiltin<Kind>(Registry &), declared in <target>_builtins.h,
#   - stops the configuration when the mirrored test file is missing.
# There are no static initialisers: they vanish from static libraries.
function(nervure_register_builtins target kind header registry)
    cmake_parse_arguments(ARG "" "PATTERN" "NAMES" ${ARGN})
    if(NOT ARG_PATTERN)
        set(ARG_PATTERN "@name@")
    endif()
    file(RELATIVE_PATH here ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
    set(declarations "")
    set(calls "")
    foreach(name IN LISTS ARG_NAMES)
        string(CONFIGURE "${ARG_PATTERN}" stem @ONLY)
        target_sources(${target} PRIVATE ${stem}.cpp)
        get_filename_component(folder ${stem} DIRECTORY)
        get_filename_component(file ${stem} NAME)
        get_filename_component(word ${name} NAME)
        set(test ${CMAKE_SOURCE_DIR}/tests/${here}/${folder}/tst_${file}.cpp)
        cmake_path(NORMAL_PATH test)
        if(NERVURE_TESTS AND NOT EXISTS ${test})
            message(FATAL_ERROR "${here}: '${name}' is listed but its test ${test} does not exist")
        endif()
        if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${stem}.cl)
            nervure_embed_kernel(${target} ${file} ${CMAKE_CURRENT_SOURCE_DIR}/${stem}.cl)
        endif()
        nervure_pascal_case(${word} pascal)
        string(APPEND declarations "void register${pascal}(${registry} &);\n")
        string(APPEND calls "    register${pascal}(registry);\n")
    endforeach()
    set(generated ${CMAKE_CURRENT_BINARY_DIR}/generated)
    file(CONFIGURE OUTPUT ${generated}/${target}_builtins.h CONTENT
"// Generated: the list of built-in ${kind}.
#pragma once
#include \"${header}\"
namespace nervure {
/// Adds every built-in of this list to the registry, in the order of the list.
void registerBuiltin${kind}(${registry} &registry);
}
")
    file(CONFIGURE OUTPUT ${generated}/${target}_builtins.cpp CONTENT
"// Generated: the list of built-in ${kind}.
#include \"${target}_builtins.h\"
namespace nervure {
${declarations}
void registerBuiltin${kind}([[maybe_unused]] ${registry} &registry)
{
${calls}}
}
")
    target_sources(${target} PRIVATE ${generated}/${target}_builtins.cpp)
    target_include_directories(${target} PUBLIC ${generated})
endfunction()

# nervure_embed_kernel(<target> <name> <file.cl>): the text of an OpenCL C file as
# nervure::kernels::<name> (a std::string_view), declared in kernels/<name>.h.
function(nervure_embed_kernel target name file)
    set(generated ${CMAKE_CURRENT_BINARY_DIR}/generated/kernels)
    add_custom_command(
        OUTPUT ${generated}/${name}.cpp ${generated}/${name}.h
        COMMAND ${CMAKE_COMMAND} -DNAME=${name} -DIN=${file} -DOUT=${generated}
                -P ${CMAKE_SOURCE_DIR}/packaging/cmake/EmbedKernel.cmake
        DEPENDS ${file} ${CMAKE_SOURCE_DIR}/packaging/cmake/EmbedKernel.cmake
        COMMENT "Embedding ${name}.cl")
    target_sources(${target} PRIVATE ${generated}/${name}.cpp ${generated}/${name}.h)
    target_include_directories(${target} PUBLIC ${CMAKE_CURRENT_BINARY_DIR}/generated)
    set_property(GLOBAL APPEND PROPERTY NERVURE_KERNEL_FILES ${file})
endfunction()

# max_pool2d → MaxPool2d
function(nervure_pascal_case text result)
    string(REPLACE "_" ";" words ${text})
    set(pascal "")
    foreach(word IN LISTS words)
        string(SUBSTRING ${word} 0 1 first)
        string(SUBSTRING ${word} 1 -1 rest)
        string(TOUPPER ${first} first)
        string(APPEND pascal ${first}${rest})
    endforeach()
    set(${result} ${pascal} PARENT_SCOPE)
endfunction()
