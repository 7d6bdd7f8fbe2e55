// SPDX-License-Identifier: Apache-2.0
#include "core/passes/attribute_inference.h"

namespace nervure {

namespace {

struct ShapeTraits {
    using Value = Shape;
    static constexpr Key<Shapes> key = keys::shape;
    static constexpr const char *expected = "a shape such as (1, 3, 224, 224)";

    static bool isUnknown(const Shape &shape) { return nervure::isUnknown(shape); }
    static std::optional<Shape> fromText(std::string_view text) { return leadingTuple(text); }
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
