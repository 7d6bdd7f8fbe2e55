// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace nervure {

class Composition;
struct StartupOptions;

/// `nervure [OPTION…] [FILE…]`: hands the files to the process that has windows already, else
/// opens them here and runs until the last window has closed. Gives the exit code.
/// `started` is called when its windows are there, for programs that watch them.
[[nodiscard]] int runGuiProgram(
    int argc, char **argv,
    const std::function<void(Composition &, const StartupOptions &)> &started = {});

} // namespace nervure
