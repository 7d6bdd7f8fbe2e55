// SPDX-License-Identifier: Apache-2.0
// nervure-layout: reads layout requests from standard input, one a line, and answers each with one
// line on standard output, until the input ends. See core/layout/engine/layout_protocol.h.
#include "app/layout_helper/dot_layout.h"
#include "core/layout/engine/layout_protocol.h"

#include <cstdlib>
#include <iostream>
#include <string>

int main()
{
    using namespace nervure;

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
