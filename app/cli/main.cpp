// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"
#include "core/support/heap.h"

int main(int argc, char **argv)
{
    nervure::keepFreedMemory();
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    return nervure::cli::runCommandLine("nervure-cli", arguments, {});
}
