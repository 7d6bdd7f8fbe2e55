// SPDX-License-Identifier: Apache-2.0
#include "core/engine/remote/sent_model.h"

#include "core/formats/project/open_model.h"
#include "core/formats/weights/weight_file.h"
#include "core/graph/traversal.h"

#include <algorithm>

namespace nervure {

namespace {

/// Whether a model needs no other file for its values.
bool holdsItsValues(const std::shared_ptr<const FileBytes> &bytes)
{
    const auto found = WeightFile::ofBytes(bytes, {});
    if (!found) {
        return found.error().code == "weights-format"; // an architecture alone
    }
    return std::all_of(found->weights().begin(), found->weights().end(),
                       [](const Weight &weight) { return weight.file.empty(); });
}

/// Whether reading the text gives that graph, ids and all.
bool reads(const std::string &text, const ExecutionRequest &request, const Builtins &builtins)
{
    const auto read = openModelText(text, {}, builtins.formats, builtins.ops, request.semantics);
    return read && read->graph.sameAs(request.graph);
}

} // namespace

std::vector<NodeId> nodesOfText(const Graph &graph)
{
    return graph.dialect() == Dialect::LightNet
               ? std::vector<NodeId>(graph.nodes().begin(), graph.nodes().end())
               : postOrder(graph);
}

Result<SentModel> sentModel(const ExecutionRequest &request, const Builtins &builtins)
{
    SentModel sent;
    const Graph &graph = request.graph;
    if (request.original) {
        sent.text = request.original->view();
        if (reads(sent.text, request, builtins)) {
            sent.nodes.assign(graph.nodes().begin(), graph.nodes().end());
            if (!storesValues(graph.dialect()) || !holdsItsValues(request.original)) {
                sent.weights = request.weights;
            }
            return sent;
        }
    }
    const FormatSpec *format = builtins.formats.find(dialectName(graph.dialect()));
    if (format == nullptr || !format->write) {
        return makeError("format-unwritable",
                         "no format can carry this model to another machine, expected one as it "
                         "was opened, or saved as an NNVM graph");
    }
    Diagnostics ignored;
    const FormatContext context{builtins.ops, request.semantics, {}, &request.weights};
    ASSIGN_OR_RETURN(sent.text, format->write(graph, context, ignored));
    sent.nodes = nodesOfText(graph);
    if (!storesValues(graph.dialect())) {
        sent.weights = request.weights;
    }
    return sent;
}

} // namespace nervure
