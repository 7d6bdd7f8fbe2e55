// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"
#include "app/program/graph_painter.h"
#include "app/program/gui_program.h"
#include "core/layout/diagram/drawn_graph.h"
#include "core/support/heap.h"

int main(int argc, char **argv)
{
    nervure::keepFreedMemory();
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    if (!arguments.empty()
        && nervure::cli::isCommandWord(nervure::cli::makeCommands(), arguments.front())) {
        nervure::cli::CommandHooks hooks;
        hooks.paintPicture = nervure::paintGraphHeadless;
        hooks.footer = "Without a subcommand, 'nervure [--theme=light|dark] [--language=CODE] "
                       "[FILE...]' opens the window.";
        return nervure::cli::runCommandLine("nervure", arguments, hooks);
    }
    return nervure::runGuiProgram(argc, argv);
}
