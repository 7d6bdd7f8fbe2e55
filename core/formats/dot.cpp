// SPDX-License-Identifier: Apache-2.0
#include "core/formats/format_spec.h"
#include "core/layout/diagram/bundles.h"
#include "core/layout/diagram/output_pills.h"
#include "core/layout/diagram/subgraph_bodies.h"
#include "core/layout/export/dot_writer.h"

namespace nervure {

namespace {

/// The picture of the whole graph, with all that its nodes hold unfolded.
Result<std::string> writeWholeGraph(const Graph &graph, const FormatContext &context, Diagnostics &)
{
    DrawnGraph drawn = makeDrawnGraph(graph, context.ops);
    GroupTree tree = groupBoxes(drawn, graph, Grouping::None);
    addSubgraphBodies(drawn, tree, graph, context.ops);
    drawn = foldGroups(std::move(drawn), tree, {deepestSubgraph, {}});
    return writeDot(bundleLines(addOutputs(std::move(drawn), graph, context.ops)));
}

} // namespace

void registerDot(FormatRegistry &formats)
{
    FormatSpec spec;
    spec.name = "dot";
    spec.title = "Graphviz DOT";
    spec.extensions = {"dot", "gv"};
    spec.write = writeWholeGraph;
    formats.add(std::move(spec));
}

} // namespace nervure
