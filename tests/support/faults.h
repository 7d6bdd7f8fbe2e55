// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/environment.h"

#include <QStringList>

namespace nervure::tests {

/// Where the inputs lie that the program once got wrong: NERVURE_FAULTS, else shared/faults beside the source
/// tree. The folder need not exist.
std::filesystem::path faultsFolder();

/// True if the folder is there. Tests ask through NERVURE_NEED_FAULTS().
bool requireFaults();

/// The path of an input: faultFile("01-extract-loses-model/opset11.onnx").
QString faultFile(const char *name);

/// The options that give the inputs of a folder, in_NAME.npy, to a model: --input NAME=FILE …
QStringList inputsOf(const std::filesystem::path &folder);

} // namespace nervure::tests

/// For test functions (and _data functions) that read these inputs: skips visibly when there are none,
/// fails with NERVURE_REQUIRE_FAULTS=1.
#define NERVURE_NEED_FAULTS()                                                                      \
    NERVURE_NEED(nervure::tests::requireFaults(), "NERVURE_REQUIRE_FAULTS",                        \
                 "no faults: set NERVURE_FAULTS to their folder")
