// SPDX-License-Identifier: Apache-2.0
// A network of a family (tests/support/graph_families.h) as a file, to look at or to measure.
//
//     write_family FAMILY OPERATORS FILE.json
#include "core/builtins.h"
#include "core/support/file.h"
#include "tests/support/graph_families.h"

#include <cstdio>
#include <cstdlib>

using namespace nervure;

int main(int argc, char **argv)
{
    const tests::GraphFamily *family = argc == 4 ? tests::findGraphFamily(argv[1]) : nullptr;
    if (!family) {
        std::fputs("usage: write_family FAMILY OPERATORS FILE.json; the families are", stderr);
        for (const tests::GraphFamily &known : tests::graphFamilies()) {
            std::fprintf(stderr, " %s", known.name.data());
        }
        std::fputc('\n', stderr);
        return 2;
    }
    const Builtins builtins = makeBuiltins();
    const Result<Graph> graph = family->make(builtins.ops, std::strtoull(argv[2], nullptr, 10));
    if (!graph) {
        std::fprintf(stderr, "%s\n", graph.error().message.c_str());
        return 1;
    }
    Diagnostics diagnostics;
    const Result<std::string> text = builtins.formats.find("nnvm")->write(
        *graph, {builtins.ops, Semantics::Exact, {}}, diagnostics);
    const Status written = text ? writeFile(argv[3], *text) : Status(text.error());
    if (!written) {
        std::fprintf(stderr, "%s\n", written.error().message.c_str());
    }
    return written ? 0 : 1;
}
