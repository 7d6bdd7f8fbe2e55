// SPDX-License-Identifier: Apache-2.0
#include "app/cli/stop_signal.h"

#include "app/cli/command.h"

#include <csignal>
#include <initializer_list>
#include <unistd.h>

namespace nervure::cli {

namespace {

/// What a handler may touch lives as long as the process.
CancelToken &signalToken()
{
    static CancelToken token;
    return token;
}

void stopOrEnd(int)
{
    const CancelToken &token = signalToken();
    if (token.isCanceled()) {
        ::_exit(static_cast<int>(ExitCode::Stopped));
    }
    token.cancel();
}

} // namespace

CancelToken stoppedBySignals()
{
    CancelToken token = signalToken(); // made before a handler may run
    for (const int signal : {SIGINT, SIGTERM}) {
        struct sigaction action {};
        if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) {
            action.sa_handler = stopOrEnd;
            action.sa_flags = SA_RESTART;
            ::sigaction(signal, &action, nullptr);
        }
    }
    return token;
}

} // namespace nervure::cli
