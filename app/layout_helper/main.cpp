// SPDX-License-Identifier: Apache-2.0
// nervure-layout: reads layout requests from standard input, one a line, and answers each with one
// line on standard output, until the input ends. See core/layout/engine/layout_protocol.h.
#include "app/layout_helper/dot_layout.h"
#include "core/layout/engine/layout_protocol.h"
#include "core/support/own_programs.h"

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
            const Result<LayoutResult> result = dot.run(*request);
            answer = result ? encodeLayoutResult(*result) : encodeLayoutError(result.error());
        }
        std::cout << answer << '\n' << std::flush;
    }
    return EXIT_SUCCESS;
}
