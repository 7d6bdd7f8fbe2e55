// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/environment.h"

namespace nervure::tests {

/// Where the recorded results of the originals lie: NERVURE_ORACLES, else shared/oracles beside the
/// source tree. The folder need not exist.
std::filesystem::path oraclesFolder();

/// Whether the folder is there. Tests ask through NERVURE_NEED_ORACLES().
bool requireOracles();

} // namespace nervure::tests

/// For test functions (and _data functions) that read oracles: skips visibly when there are none,
/// fails with NERVURE_REQUIRE_ORACLES=1.
#define NERVURE_NEED_ORACLES()                                                                     \
    NERVURE_NEED(nervure::tests::requireOracles(), "NERVURE_REQUIRE_ORACLES",                      \
                 "no oracles: set NERVURE_ORACLES to their folder")
