// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "core/opencl/device_list.h"

#include <CLI/CLI.hpp>

namespace nervure {

namespace {

/// What goes wrong in an orderly way is told by the program that asked.
cli::ExitCode listOnly(cli::CommandContext &)
{
    [[maybe_unused]] const auto devices = listDevices();
    return cli::ExitCode::Done;
}

} // namespace

void registerProbe(cli::CommandRegistry &registry)
{
    registry.add({"probe", "lists the OpenCL devices, and says nothing",
                  [](CLI::App &) -> cli::CommandRun { return listOnly; }, true});
}

} // namespace nervure
