// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/environment.h"

#include <string_view>

namespace nervure::tests {

/// Compares a text with the golden file at `path` below tests/golden. Returns nothing when they are
/// equal, else the lines that differ as `- expected` and `+ actual`. With NERVURE_UPDATE_GOLDEN=1
/// it writes the file instead and returns nothing.
std::string compareWithGolden(std::string_view actual, const std::filesystem::path &path);

/// The lines where two texts part, with their numbers; nothing when the texts are equal.
std::string describeDifference(std::string_view expected, std::string_view actual);

} // namespace nervure::tests

/// Fails the test function with a readable difference unless `actual` equals the golden file.
#define NERVURE_COMPARE_GOLDEN(actual, path)                                                       \
    do {                                                                                           \
        const std::string nervureDifference = nervure::tests::compareWithGolden(actual, path);     \
        QVERIFY2(nervureDifference.empty(), nervureDifference.c_str());                            \
    } while (false)
