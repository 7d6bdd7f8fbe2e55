// SPDX-License-Identifier: Apache-2.0
// nervure_opening FILE: `nervure --new-process FILE` with an OpeningReport. For bench_canvas and
// tst_opening.
#include "app/program/composition.h"
#include "app/program/gui_program.h"
#include "app/program/startup_options.h"
#include "app/window/window_manager.h"
#include "core/support/heap.h"
#include "tests/opening/opening_report.h"

#include <optional>

int main(int argc, char **argv)
{
    nervure::keepFreedMemory();
    std::optional<nervure::OpeningReport> report;
    return nervure::runGuiProgram(
        argc, argv,
        [&report](nervure::Composition &composition, const nervure::StartupOptions &options) {
            report.emplace(*composition.windows().open(options.files.first()));
        });
}
