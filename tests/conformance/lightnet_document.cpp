// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/lightnet_document.h"

#include "core/support/text.h"
#include "tests/conformance/lightnet_oracle.h"

#include <algorithm>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

bool isError(const Diagnostic &diagnostic)
{
    return diagnostic.severity == Severity::Error;
}

/// LightNet keeps a bool in an enumeration.
std::size_t elementBytes(DType type)
{
    return type == DType::Bool ? 4 : dtypeBytes(type);
}

} // namespace

const Diagnostic *LightNetDocument::firstError() const
{
    const auto it = std::find_if(found.begin(), found.end(), isError);
    return it == found.end() ? nullptr : &*it;
}

LightNetDocument openLightNet(const LightNetContext &context, const std::string &text)
{
    LightNetDocument document;
    auto loaded = context.format.read(text, context.formatContext());
    if (!loaded) {
        document.found = {loaded.error()};
        return document;
    }
    document.found = loaded->diagnostics;
    document.graph = std::move(loaded->graph);
    const std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}};
    const PassEnvironment environment{context.builtins.passes, context.builtins.ops};
    document.inferred = runPasses(*document.graph, passes, environment);
    document.found.insert(document.found.end(), document.inferred.diagnostics.begin(),
                          document.inferred.diagnostics.end());
    return document;
}

Json operatorsJson(const Graph &graph)
{
    Json operators = Json::array();
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        Json in = Json::array();
        for (const Entry &entry : node.inputs) {
            in.push_back(graph.node(entry.node).outputPorts.at(entry.index).tensor);
        }
        Json out = Json::array();
        for (const Port &port : node.outputPorts) {
            out.push_back(port.tensor);
        }
        operators.push_back({{"name", node.name}, {"optype", node.op}, {"in", in}, {"out", out}});
    }
    return operators;
}

std::string lightNetTypeName(DType type)
{
    std::string name(dtypeName(type));
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return type == DType::Float32   ? "TL_FLOAT"
           : type == DType::Float64 ? "TL_DOUBLE"
                                    : "TL_" + name;
}

Json tensorsJson(const PassRun &inferred)
{
    Json tensors = Json::object();
    const Shapes &shapes = *inferred.analyses.find(keys::shape, inferred.index);
    const DTypes &types = *inferred.analyses.find(keys::dtype, inferred.index);
    for (std::uint32_t id = 0; id < inferred.index->nodeCount(); ++id) {
        const auto &ports = inferred.index->node(id).node->outputPorts;
        for (std::uint32_t i = 0; i < ports.size(); ++i) {
            const std::uint32_t entry = inferred.index->entryId(id, i);
            const std::int64_t count = elementCount(shapes[entry]).value_or(-1);
            tensors[ports[i].tensor] = {
                {"dtype", lightNetTypeName(types[entry])},
                {"dims", shapes[entry]},
                {"len", count},
                {"bytes", count * static_cast<std::int64_t>(elementBytes(types[entry]))}};
        }
    }
    return tensors;
}

std::string comparePlace(const Diagnostics &found, const std::string &complaint)
{
    const std::string place = operatorIn(complaint);
    const bool isThere =
        place.empty() || std::any_of(found.begin(), found.end(), [&place](const Diagnostic &d) {
            return isError(d)
                   && (d.where.node == place || d.message.find(quoted(place)) != std::string::npos);
        });
    const auto first = std::find_if(found.begin(), found.end(), isError);
    return isThere || first == found.end()
               ? ""
               : "the error '" + first->message + "' is at operator " + quoted(first->where.node)
                     + ", expected " + quoted(place);
}

} // namespace nervure::conformance
