// SPDX-License-Identifier: Apache-2.0
#include "core/passes/attribute_inference.h"

namespace nervure {

namespace {

/// Sizes beyond this are refused, so that no rule can overflow.
constexpr std::int64_t largestDimension = std::int64_t{1} << 40;

bool isUsable(const Shape &shape)
{
    return std::all_of(shape.begin(), shape.end(), [](std::int64_t dimension) {
        return dimension >= 0 && dimension <= largestDimension;
    });
}

/// Shapes from outside: the first that no rule should see.
Status checkGiven(const IndexedGraph &graph, const Shapes &shapes)
{
    for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
        for (std::uint32_t i = 0; i < graph.node(id).outputCount; ++i) {
            const Shape &shape = shapes[graph.entryId(id, i)];
            if (!isUsable(shape)) {
                const std::string &name = graph.node(id).node->name;
                return makeError("shape-size",
                                 quoted(name) + " has shape " + shapeText(shape)
                                     + ", expected dimensions from 0 to "
                                     + std::to_string(largestDimension),
                                 name);
            }
        }
    }
    return {};
}

struct ShapeTraits {
    using Value = Shape;
    static constexpr Key<Shapes> key = keys::shape;
    static constexpr const char *expected = "a shape such as (1, 3, 224, 224)";

    static bool isUnknown(const Shape &shape) { return nervure::isUnknown(shape); }
    static std::optional<Shape> fromText(std::string_view text)
    {
        auto shape = leadingTuple(text);
        return shape && isUsable(*shape) ? shape : std::nullopt;
    }
    static Status infer(const IndexedNode &node, Semantics semantics, Shapes &in, Shapes &out)
    {
        if (!node.spec || !node.spec->inferShape) {
            return {};
        }
        return node.spec->inferShape(node.rule(semantics), in, out);
    }
};

Status run(PassContext &context)
{
    const IndexedGraph &graph = *context.index;
    if (Status status = checkEntries(graph, context.semantics); !status) {
        return status;
    }
    const Shapes *given = context.analyses.find(keys::shape);
    Shapes shapes = given ? *given : Shapes(graph.entryCount());
    applyFacts(context.inputs.shapes, graph, context.diagnostics,
               [&shapes](const Shape &shape, std::uint32_t entry) { shapes[entry] = shape; });
    if (Status status = checkGiven(graph, shapes); !status) {
        return status;
    }
    AttributeInference<ShapeTraits> inference(context, shapes);
    if (Status status = inference.run(); !status) {
        return status;
    }
    inference.reportContradictions(context.diagnostics);
    warnOfUnknownInputs(graph, shapes, "shape", ShapeTraits::isUnknown, context.diagnostics);
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
    spec.run = run;
    passes.add(std::move(spec));
}

} // namespace nervure
