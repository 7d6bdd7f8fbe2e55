# SPDX-License-Identifier: Apache-2.0
# Writes NAME.h and NAME.cpp under OUT: the bytes of the OpenCL C file IN as nervure::kernels::NAME.
# A byte array rather than a literal: string literals have a length limit on some compilers.
cmake_minimum_required(VERSION 3.24)
file(READ ${IN} hex HEX)
string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
file(WRITE ${OUT}/${NAME}.h "#pragma once
#include <string_view>
namespace nervure::kernels {
extern const std::string_view ${NAME};
}
")
file(WRITE ${OUT}/${NAME}.cpp "#include \"kernels/${NAME}.h\"
namespace nervure::kernels {
static const unsigned char ${NAME}_bytes[] = {
${bytes}};
const std::string_view ${NAME}(reinterpret_cast<const char *>(${NAME}_bytes), sizeof(${NAME}_bytes));
}
")
