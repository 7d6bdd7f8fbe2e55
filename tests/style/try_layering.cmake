# SPDX-License-Identifier: Apache-2.0
# cmake -DWORK=<scratch folder> -P try_layering.cmake
#
# Gives check_layering one wrong include at a time and expects it to notice, and one right tree.
cmake_minimum_required(VERSION 3.24)

function(try file include expected)
    file(REMOVE_RECURSE ${WORK})
    file(WRITE ${WORK}/${file} "#pragma once\n#include ${include}\n")
    execute_process(
        COMMAND ${CMAKE_COMMAND} -DROOT=${WORK} -P ${CMAKE_CURRENT_LIST_DIR}/check_layering.cmake
        RESULT_VARIABLE code OUTPUT_QUIET ERROR_VARIABLE text)
    if(expected STREQUAL "good" AND NOT code EQUAL 0)
        message(SEND_ERROR "${file} may include ${include}, but: ${text}")
    elseif(expected STREQUAL "bad" AND code EQUAL 0)
        message(SEND_ERROR "${file} includes ${include} unnoticed")
    endif()
endfunction()

try(core/graph/a.h "\"core/ops/b.h\"" bad)
try(core/graph/a.h "\"core/support/b.h\"" good)
try(core/support/a.h "\"core/graph/b.h\"" bad)
try(core/passes/a.cpp "\"core/ops/b.h\"" bad)
try(core/passes/a.cpp "\"core/execution/b.h\"" good)
try(core/ops/a.cpp "\"core/opencl/b.h\"" bad)
try(core/ops/a.cpp "\"kernels/conv2d.h\"" good)
try(core/formats/a.cpp "\"core/passes/b.h\"" bad)
try(core/builtins.cpp "\"core/opencl/b.h\"" good)
try(core/graph/a.h "\"widgets/document/b.h\"" bad)
try(core/graph/a.h "\"b.h\"" bad)
try(core/graph/a.h "<QString>" bad)
try(core/graph/a.h "<QtCore/QString>" bad)
try(core/graph/a.h "<queue>" good)
try(core/execution/a.cpp "<CL/cl.h>" bad)
try(core/opencl/a.cpp "<CL/cl.h>" good)
try(widgets/canvas/a.cpp "\"widgets/panels/panel.h\"" bad)
try(widgets/panels/memory/a.cpp "\"widgets/panels/run/b.h\"" bad)
try(widgets/panels/memory/a.cpp "\"widgets/panels/panel.h\"" good)
try(widgets/panels/memory/a.cpp "\"widgets/models/b.h\"" good)
try(widgets/document/a.cpp "\"app/b.h\"" bad)
try(app/cli/a.cpp "<QString>" bad)
try(app/cli/a.cpp "\"widgets/document/b.h\"" bad)
try(app/main_window.cpp "\"widgets/canvas/b.h\"" good)
