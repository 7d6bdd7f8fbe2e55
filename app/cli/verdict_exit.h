// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "core/proof/bisection.h"

namespace CLI {
class App;
}

namespace nervure::cli {

/// Adds --allow-incomplete.
void addIncompleteOption(CLI::App &app, bool &allowsIncomplete);

/// What a verdict means to a shell: 4 where something differs, 5 where something was not compared, unless that is
/// allowed, else 0.
[[nodiscard]] ExitCode exitCodeOf(ProofVerdict verdict, bool allowsIncomplete);
/// The same of all steps of a proof; 1 where none differs and a file could not be read.
[[nodiscard]] ExitCode exitCodeOf(const Bisection &bisection, bool allowsIncomplete);

} // namespace nervure::cli
