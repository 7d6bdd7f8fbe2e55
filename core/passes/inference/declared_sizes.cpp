// SPDX-License-Identifier: Apache-2.0
#include "core/passes/inference/declared_sizes.h"

#include "core/graph/analysis/declared_types.h"
#include "core/passes/inference/shape_inference.h"

#include <algorithm>

namespace nervure {

bool fitsFileSizes(const IndexedGraph &graph, const std::map<std::string, Shape> &given)
{
    return std::all_of(graph.inputNodes().begin(), graph.inputNodes().end(), [&](std::uint32_t id) {
        const Node &variable = *graph.node(id).node;
        const auto fact = given.find(variable.name);
        const std::string *text = variable.attrs.find("shape");
        const auto inFile = text ? ShapeTraits::fromText(*text) : std::nullopt;
        if (fact == given.end() || !inFile) {
            return true;
        }
        const auto isSame = [](std::int64_t a, std::int64_t b) {
            return a == b || isUnknownSize(a) || isUnknownSize(b);
        };
        return inFile->size() != 0 && inFile->size() == fact->second.size()
               && std::equal(inFile->begin() + 1, inFile->end(), fact->second.begin() + 1, isSame);
    });
}

void compareDeclared(PassContext &context)
{
    const IndexedGraph &graph = *context.index;
    const Shapes *shapes = context.analyses.find(keys::shape, context.index);
    context.analyses.erase(keys::declared.name);
    const bool isAsInFile = fitsFileSizes(graph, context.inputs.shapes);
    std::vector<std::int64_t> marks;
    for (std::uint32_t id = 0; shapes && id < graph.nodeCount(); ++id) {
        const IndexedNode &node = graph.node(id);
        for (std::uint32_t i = 0; i < node.outputCount && i < node.node->declaredTypes.size();
             ++i) {
            const std::uint32_t entry = graph.entryId(id, i);
            const Shape &shape = (*shapes)[entry];
            const auto &sizes = node.node->declaredTypes[i].shape;
            if (!sizes || isUnknown(shape)) {
                continue;
            }
            if (!node.spec && !node.isVariable()) {
                marks.resize(shapes->size());
                marks[entry] = 1;
                continue;
            }
            Dimensions known = dimensionsOf(shape);
            if (!known.empty()) { // the batch is the user's to choose
                known.front() = Dimension();
            }
            const ValueType inferred = ValueType::tensor(ElementType::Undefined, std::move(known));
            if (isAsInFile
                && contradict(inferred, ValueType::tensor(ElementType::Undefined, *sizes))) {
                context.diagnostics.push_back(makeWarningAt(
                    node.node->name, "declared-type",
                    "{} {}: the file declares shape {} of its output, expected {}, which follows "
                    "from the inputs",
                    node.node->op, quoted(node.node->name), dimensionsText(*sizes),
                    shapeText(shape)));
            }
        }
    }
    if (!marks.empty()) {
        context.analyses.set(keys::declared, std::move(marks), graph);
    }
}

} // namespace nervure
