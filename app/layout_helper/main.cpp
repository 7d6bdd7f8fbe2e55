// SPDX-License-Identifier: Apache-2.0
// nervure-layout: reads layout requests from standard input, one a line, and answers each with one
// line on standard output, until the input ends. See core/layout/engine/layout_protocol.h.
#include "app/layout_helper/dot_layout.h"
#include "core/layout/engine/layout_protocol.h"
#include "core/support/own_programs.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>

namespace {

/// Where Graphviz comes along, its plugins lie beside us and not where it was built for.
void useOwnPlugins()
{
    const auto plugins = nervure::programFolder() / "graphviz";
    std::error_code error;
    if (std::filesystem::is_directory(plugins, error)) {
        setenv("GVBINDIR", plugins.c_str(), 1);
    }
}

/// A graph that keeps Graphviz busy for ever, or makes it ask for all memory, ends this process: our own layout
/// stands in. Both limits grow with the graph, and are far above what it takes in good health.
void limitTo(const nervure::LayoutRequest &request)
{
#ifndef NERVURE_SANITIZED
    const rlim_t size = request.nodes.size() + request.edges.size();
    rusage spent{};
    getrusage(RUSAGE_SELF, &spent);
    const auto seconds =
        static_cast<rlim_t>(spent.ru_utime.tv_sec) + static_cast<rlim_t>(spent.ru_stime.tv_sec);
    rlimit time{};
    getrlimit(RLIMIT_CPU, &time);
    time.rlim_cur = std::min(time.rlim_max, seconds + 20 + size / 100);
    setrlimit(RLIMIT_CPU, &time);
    rlimit memory{};
    getrlimit(RLIMIT_AS, &memory);
    memory.rlim_cur = std::min(memory.rlim_max, (rlim_t{3} << 30U) + (size << 18U));
    setrlimit(RLIMIT_AS, &memory);
#else
    static_cast<void>(request);
#endif
}

} // namespace

int main()
{
    using namespace nervure;

    useOwnPlugins();
    DotLayout dot;
    std::string line;
    while (std::getline(std::cin, line)) {
        const Result<LayoutRequest> request = decodeLayoutRequest(line);
        std::string answer;
        if (!request) {
            answer = encodeLayoutError(request.error());
        } else {
            limitTo(*request);
            const Result<LayoutResult> result = dot.run(*request);
            answer = result ? encodeLayoutResult(*result) : encodeLayoutError(result.error());
        }
        std::cout << answer << '\n' << std::flush;
    }
    return EXIT_SUCCESS;
}
