// SPDX-License-Identifier: Apache-2.0
#include "core/formats/format_spec.h"
#include "core/formats/nnvm/nnvm_preserving.h"
#include "core/formats/nnvm/nnvm_reader.h"
#include "core/formats/nnvm/nnvm_writer.h"
#include "core/support/text.h"

namespace nervure {

namespace {

/// How much of the text's beginning and end is looked at.
constexpr std::size_t mxnetFrontBytes = 64 * 1024;

void setMXNetDialect(Node &node, const OpRegistry &)
{
    node.dialect = Dialect::MXNet;
}

constexpr NnvmJsonDialect mxnetJson{Dialect::MXNet, setMXNetDialect, nullptr};

/// Whether a text names an operator that MXNet has and NNVM has not, as the value of an "op".
bool namesMXNetOperator(std::string_view text, const OpRegistry &ops)
{
    constexpr std::string_view key = "\"op\"";
    for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at)) {
        at += key.size();
        const std::size_t from = text.find_first_not_of(" \t\r\n:", at);
        if (from == std::string_view::npos || text[from] != '"') {
            continue;
        }
        const std::size_t to = text.find('"', from + 1);
        const std::string_view name = text.substr(from + 1, to - from - 1);
        if (ops.find(Dialect::MXNet, name) && !ops.find(Dialect::Nnvm, name)
            && !ops.find(Dialect::Nervure, name)) {
            return true;
        }
    }
    return false;
}

int sniffMXNet(std::string_view text, const OpRegistry &ops)
{
    const std::string_view front = text.substr(0, mxnetFrontBytes);
    const std::string_view back = text.substr(text.size() - front.size());
    const auto has = [&](std::string_view word) {
        return front.find(word) != std::string_view::npos
               || back.find(word) != std::string_view::npos;
    };
    if (!has("\"nodes\"") && !has("\"arg_nodes\"")) {
        return 0;
    }
    return has("\"mxnet_version\"") ? 97 : namesMXNetOperator(front, ops) ? 92 : 0;
}

} // namespace

void registerMxnetJson(FormatRegistry &formats)
{
    FormatSpec spec;
    spec.name = "mxnet";
    spec.title = "MXNet symbol";
    spec.family = "mxnet";
    spec.dialect = Dialect::MXNet;
    spec.extensions = {"json"};
    spec.sniff = sniffMXNet;
    spec.read = [](std::string_view text, const FormatContext &context) {
        return readNnvmJson(text, context, mxnetJson);
    };
    spec.write = writeNnvmJson;
    spec.writePreserving = [](const Graph &graph, std::string_view original,
                              const FormatContext &context, Diagnostics &diagnostics) {
        return writeNnvmPreserving(graph, original, context, diagnostics, mxnetJson);
    };
    formats.add(std::move(spec));
}

} // namespace nervure
