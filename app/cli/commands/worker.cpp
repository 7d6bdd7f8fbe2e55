// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "core/engine/tuning/measure_device.h"
#include "core/engine/tuning/tune_messages.h"
#include "core/engine/what_if/what_if_messages.h"
#include "core/proof/proof_service.h"

#include <unistd.h>

namespace nervure {

namespace {

cli::ExitCode serve(cli::CommandContext &context)
{
    // A driver may print on standard output: the protocol keeps a descriptor of its own.
    const int out = ::dup(STDOUT_FILENO);
    if (out < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        return context.console.fail(cli::ExitCode::InputFault,
                                    makeError("worker", "standard output cannot be used"));
    }
    std::vector<WorkerCommand> commands = proofCommands();
    for (const WorkerCommand &command : {whatIfCommand(), tuneCommand(), measureCommand()}) {
        commands.push_back(command);
    }
    serveWorker(STDIN_FILENO, out, context.builtins, commands);
    ::close(out);
    return cli::ExitCode::Done;
}

} // namespace

void registerWorker(cli::CommandRegistry &registry)
{
    registry.add({"worker", "does device work for the window over pipes",
                  [](CLI::App &) -> cli::CommandRun { return serve; }, true});
}

} // namespace nervure
