// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/execution_options.h"

#include <string>
#include <vector>

namespace nervure::cli {

/// What `compare` compares.
enum class Comparison { Results, Times, Values };

/// The sides of a comparison as they were given: a file for each and options that are passed on, or one file and
/// options that are given once for each side.
struct ComparedSides {
    std::vector<std::string> files;
    std::vector<std::vector<std::string>> passed; ///< the values of each option that is passed on
    bool refusesInvented = false;                 ///< ExecutionRequest::refusesInvented
};

/// Adds the files and the options that are passed on.
void addSides(CLI::App &app, ComparedSides &sides);

/// Device "all" becomes the OpenCL devices of this machine. Fails where there are none.
[[nodiscard]] Status nameAllDevices(ComparedSides &sides);

[[nodiscard]] std::size_t sideCount(const ComparedSides &sides);

/// Fails with "usage" for fewer than two sides, options that are given neither once nor for each side, and those
/// that are for another comparison.
[[nodiscard]] Status checkSides(const ComparedSides &sides, Comparison comparison);

/// The command line of `profile` for a side.
[[nodiscard]] std::vector<std::string> profileArguments(const ComparedSides &sides,
                                                        std::size_t side);

/// How the values of a side are computed.
[[nodiscard]] ExecutionOptions executionOf(const ComparedSides &sides, std::size_t side);

} // namespace nervure::cli
