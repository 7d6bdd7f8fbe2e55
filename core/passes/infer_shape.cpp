// SPDX-License-Identifier: Apache-2.0
#include "core/passes/attribute_inference.h"
#include "core/passes/graph_checks.h"
#include "core/passes/shape_inference.h"

namespace nervure {

Status checkGiven(const IndexedGraph &graph, const Shapes &shapes)
{
    const auto wrong = std::find_if_not(shapes.begin(), shapes.end(), isUsable);
    if (wrong == shapes.end()) {
        return {};
    }
    const auto entry = static_cast<std::uint32_t>(wrong - shapes.begin());
    const auto after =
        std::upper_bound(graph.entryStart().begin(), graph.entryStart().end(), entry);
    const auto id = static_cast<std::uint32_t>(after - graph.entryStart().begin()) - 1;
    const std::string &name = graph.node(id).node->name;
    return makeError("shape-size",
                     quoted(name) + " has shape " + shapeText(*wrong)
                         + ", expected dimensions from 0 to " + std::to_string(largestDimension),
                     name);
}

namespace {

Status run(PassContext &context)
{
    const IndexedGraph &graph = *context.index;
    if (Status status = checkEntries(graph, context.semantics); !status) {
        return status;
    }
    Shapes shapes;
    if (Status status = startValues<ShapeTraits>(context, context.inputs.shapes, shapes); !status) {
        return status;
    }
    if (Status status = checkGiven(graph, shapes); !status) {
        return status;
    }
    AttributeInference<ShapeTraits> inference(context, shapes);
    if (Status status = inference.run(); !status) {
        return status;
    }
    inference.reportContradictions(context.diagnostics);
    warnOfUnknownInputs(graph, shapes, "shape", ShapeTraits::isUnknown, context.diagnostics);
    dropArguments<ShapeTraits>(context.analyses);
    context.analyses.set(keys::shapeUnknown, static_cast<std::int64_t>(inference.unknownCount()));
    context.analyses.set(keys::shape, std::move(shapes));
    return {};
}

} // namespace

void registerInferShape(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "InferShape";
    spec.summary = "finds the shape of every entry from the inputs, forward and backward";
    spec.provides = {"shape", "shape_num_unknown_nodes"};
    spec.options = {{ShapeTraits::attrKeyOption,
                     "",
                     "the attribute of variables that holds their shape; 'shape' unless given",
                     {}},
                    {ShapeTraits::hintsOption,
                     "",
                     "shapes that are known in the middle, as conv1=1x8x4x4;split0:1=2x3",
                     {}}};
    spec.takesFaultyGraphs = true;
    spec.run = run;
    passes.add(std::move(spec));
}

} // namespace nervure
