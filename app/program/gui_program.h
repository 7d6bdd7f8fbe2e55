// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nervure {

/// `nervure [OPTION…] [FILE…]`: hands the files to the process that has windows already, else
/// opens them here and runs until the last window has closed. Gives the exit code.
[[nodiscard]] int runGuiProgram(int argc, char **argv);

} // namespace nervure
