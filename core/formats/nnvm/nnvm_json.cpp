// SPDX-License-Identifier: Apache-2.0
#include "core/formats/format_spec.h"
#include "core/formats/nnvm/nnvm_preserving.h"
#include "core/formats/nnvm/nnvm_reader.h"
#include "core/formats/nnvm/nnvm_writer.h"

namespace nervure {

namespace {

/// How much of the text's beginning and end is looked at.
constexpr std::size_t nnvmFrontBytes = 64 * 1024;

int sniffNnvm(std::string_view text, const OpRegistry &)
{
    const std::string_view front = text.substr(0, nnvmFrontBytes);
    const std::string_view back = text.substr(text.size() - front.size());
    const auto has = [&](std::string_view word) {
        return front.find(word) != std::string_view::npos
               || back.find(word) != std::string_view::npos;
    };
    const bool hasNodes = has("\"nodes\"") || has("\"arg_nodes\"");
    return (hasNodes ? 60 : 0) + (hasNodes && has("\"heads\"") ? 30 : 0);
}

} // namespace

void registerNnvmJson(FormatRegistry &formats)
{
    FormatSpec spec;
    spec.name = "nnvm";
    spec.title = "NNVM JSON";
    spec.family = "nnvm";
    spec.extensions = {"json"};
    spec.sniff = sniffNnvm;
    spec.read = [](std::string_view text, const FormatContext &context) {
        return readNnvmJson(text, context);
    };
    spec.write = writeNnvmJson;
    spec.writePreserving = [](const Graph &graph, std::string_view original,
                              const FormatContext &context, Diagnostics &diagnostics) {
        return writeNnvmPreserving(graph, original, context, diagnostics);
    };
    formats.add(std::move(spec));
}

} // namespace nervure
