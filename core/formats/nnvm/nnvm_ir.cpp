// SPDX-License-Identifier: Apache-2.0
#include "core/formats/format_spec.h"
#include "core/formats/nnvm/nnvm_text.h"

namespace nervure {

namespace {

Result<std::string> writeIr(const Graph &graph, const FormatContext &context,
                            Diagnostics &diagnostics)
{
    ASSIGN_OR_RETURN(const auto index, IndexedGraph::build(graph, context.ops, diagnostics));
    NnvmIrRequest request;
    request.semantics = context.semantics;
    for (const GraphAttr &attr : graph.attrs()) {
        request.graphAttrs.push_back(attr.name);
    }
    return nnvmIrText(*index, request, diagnostics);
}

} // namespace

void registerNnvmIr(FormatRegistry &formats)
{
    FormatSpec spec;
    spec.name = "nnvm-ir";
    spec.title = "NNVM graph IR";
    spec.family = "nnvm";
    spec.extensions = {"ir"};
    spec.write = writeIr;
    formats.add(std::move(spec));
}

} // namespace nervure
