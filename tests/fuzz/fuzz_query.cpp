// SPDX-License-Identifier: Apache-2.0
// Feeds any bytes to the parser of queries; what parses is asked of a small graph, and must find
// nothing that its negation finds.
#include "core/query/query.h"

#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

nervure::NodeFacts someFacts(const nervure::OpRegistry &ops)
{
    auto graph = std::make_shared<nervure::Graph>();
    nervure::Node node;
    node.name = "data";
    nervure::NodeId last = graph->add(node);
    for (const char *name : {"conv0", "relu0", "sum0"}) {
        node.name = name;
        node.op = std::string(name).substr(0, 4);
        node.attrs.set("kernel_size", "(3, 3)");
        node.inputs = {};
        node.inputs.push_back({last, 0, 0});
        last = graph->add(node);
    }
    graph->setHeads({{last, 0, 0}});
    nervure::QuerySource source;
    source.graph = graph;
    source.selection = {last};
    return nervure::NodeFacts(std::move(source), ops);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const nervure::OpRegistry ops;
    static const nervure::NodeFacts facts = someFacts(ops);
    const std::string text(reinterpret_cast<const char *>(data), size);
    const auto query = nervure::Query::parse(text);
    if (!query) {
        const int column = query.error().where.column;
        if (column < 1 || column > static_cast<int>(size) + 1) {
            std::abort();
        }
        return 0;
    }
    const auto found = query->find(facts);
    for (const nervure::NodeId id : found) {
        (void)query->reason(facts, id);
    }
    const auto negated = nervure::Query::parse("!(" + text + ")");
    if (negated && negated->find(facts).size() + found.size() != facts.graph().nodeCount()) {
        std::abort();
    }
    return 0;
}
