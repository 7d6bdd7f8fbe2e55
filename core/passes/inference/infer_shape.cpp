// SPDX-License-Identifier: Apache-2.0
#include "core/passes/inference/inference_pass.h"
#include "core/passes/inference/shape_inference.h"

namespace nervure {

std::optional<Shape> ShapeTraits::fromOnnx(std::string_view text)
{
    const std::string_view all = trim(text);
    if (all.size() < 2 || all.front() != '[' || all.back() != ']') {
        return std::nullopt;
    }
    Shape shape;
    const std::string_view inner = trim(all.substr(1, all.size() - 2));
    if (!inner.empty()) {
        for (const std::string_view part : split(inner, ',')) {
            shape.push_back(std::max<std::int64_t>(parseInteger(trim(part)).value_or(0), 0));
        }
    }
    return isUsable(shape) ? std::optional(shape) : std::nullopt;
}

Diagnostics dropUnusable(const IndexedGraph &graph, Shapes &shapes)
{
    Diagnostics errors;
    for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
        const std::string &name = graph.node(id).node->name;
        for (std::uint32_t entry = graph.entryStart()[id]; entry < graph.entryStart()[id + 1];
             ++entry) {
            if (!isUsable(shapes[entry])) {
                errors.push_back(makeErrorAt(
                    name, "shape-size", "{} has shape {}, expected dimensions from 0 to {}",
                    quoted(name), shapeText(shapes[entry]), largestDimension));
                shapes[entry].clear();
            }
        }
    }
    return errors;
}

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
    spec.run = [](PassContext &context) {
        const auto infer = [](auto &inference, Shapes &) { inference.run(); };
        return inferByPass<ShapeTraits>(context, context.inputs.shapes, dropUnusable, infer);
    };
    passes.add(std::move(spec));
}

} // namespace nervure
