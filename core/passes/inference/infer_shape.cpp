// SPDX-License-Identifier: Apache-2.0
#include "core/passes/inference/declared_sizes.h"
#include "core/passes/inference/inference_pass.h"
#include "core/passes/inference/onnx_pass.h"
#include "core/passes/inference/shape_inference.h"

#include <fmt/format.h>

namespace nervure {

Diagnostics dropUnusable(const IndexedGraph &graph, Semantics semantics, Shapes &shapes)
{
    keepToConvention(semantics, shapes);
    Diagnostics errors;
    for (std::uint32_t id = 0; id < graph.nodeCount(); ++id) {
        const std::string &name = graph.node(id).node->name;
        for (std::uint32_t entry = graph.entryStart()[id]; entry < graph.entryStart()[id + 1];
             ++entry) {
            if (!isUsable(shapes[entry])) {
                const std::string sizes =
                    fmt::format("{}", fmt::join(shapes[entry].begin(), shapes[entry].end(), ","));
                errors.push_back(makeErrorAt(name, "shape-size",
                                             "{} has shape [{}], expected dimensions from 0 to {}",
                                             quoted(name), sizes, largestDimension));
                shapes[entry] = Shape();
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
    spec.provides = {"shape", "shape_num_unknown_nodes", "value_type", "declared_type"};
    spec.options = {{ShapeTraits::attrKeyOption,
                     "",
                     "the attribute of variables that holds their shape; 'shape' unless given",
                     {}},
                    {ShapeTraits::hintsOption,
                     "",
                     "shapes that are known in the middle, as conv1=1x8x4x4;split0:1=2x3",
                     {}}};
    spec.takesFaultyGraphs = true;
    spec.run = [](PassContext &context) -> Status {
        if (hasValueTypes(context.graph.dialect())) {
            return inferOnnxShapes(context);
        }
        const auto infer = [](auto &inference, Shapes &) { inference.run(); };
        const auto prepare = [&context](const IndexedGraph &graph, Shapes &shapes) {
            return dropUnusable(graph, context.semantics, shapes);
        };
        RETURN_IF_FAILED(inferByPass<ShapeTraits>(context, context.inputs.shapes, prepare, infer));
        compareDeclared(context);
        return {};
    };
    passes.add(std::move(spec));
}

} // namespace nervure
