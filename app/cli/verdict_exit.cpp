// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verdict_exit.h"

#include <CLI/CLI.hpp>

namespace nervure::cli {

void addIncompleteOption(CLI::App &app, bool &allowsIncomplete)
{
    app.add_flag("--allow-incomplete", allowsIncomplete,
                 "exit with 0, not 5, where something could not be compared and nothing differs");
}

ExitCode exitCodeOf(ProofVerdict verdict, bool allowsIncomplete)
{
    switch (verdict) {
    case ProofVerdict::Different:
    case ProofVerdict::Broken: return ExitCode::Different;
    case ProofVerdict::NotRun: return allowsIncomplete ? ExitCode::Done : ExitCode::Undecided;
    default: return ExitCode::Done;
    }
}

ExitCode exitCodeOf(const Bisection &bisection, bool allowsIncomplete)
{
    const ProofVerdict verdict = bisection.verdict();
    return verdict == ProofVerdict::NotRun && bisection.hasUnreadable()
               ? ExitCode::InputFault
               : exitCodeOf(verdict, allowsIncomplete);
}

} // namespace nervure::cli
