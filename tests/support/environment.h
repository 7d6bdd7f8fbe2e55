// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTest>

#include <cstddef>
#include <filesystem>
#include <string>

namespace nervure::tests {

/// Whether an environment variable is set to something other than nothing or "0".
bool isSwitchedOn(const char *variable);

/// Root of the source tree.
std::filesystem::path sourceFolder();

/// A program of this build, by name: program("nervure-cli").
std::filesystem::path program(const std::string &name);

/// The whole file as bytes. A file that cannot be read gives an empty string and a test warning.
std::string readFile(const std::filesystem::path &path);

/// How many of the cases of a large test to run now: the share of `all` that NERVURE_SOAK_PERCENT
/// asks for (2 unless set), at least one if there is any.
std::size_t soakCount(std::size_t all);

/// From now on kernels are compiled without optimization, unless NERVURE_KERNEL_OPTIONS is set: they
/// compute the same, and PoCL takes half as long to compile them.
void unoptimizedKernels();

} // namespace nervure::tests

/// Goes on if `available`; else skips the test function with the reason, or fails it when the
/// environment variable says that this machine must have it.
#define NERVURE_NEED(available, variable, reason)                                                  \
    do {                                                                                           \
        if (!(available)) {                                                                        \
            if (nervure::tests::isSwitchedOn(variable)) {                                          \
                QFAIL(reason " (required by " variable ")");                                       \
            }                                                                                      \
            QSKIP(reason);                                                                         \
        }                                                                                          \
    } while (false)

/// For tests on an OpenCL device: `available` says whether one was found.
#define NERVURE_NEED_OPENCL(available)                                                             \
    NERVURE_NEED(available, "NERVURE_REQUIRE_OPENCL", "no OpenCL device")
