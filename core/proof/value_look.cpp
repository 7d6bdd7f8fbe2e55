// SPDX-License-Identifier: Apache-2.0
#include "core/proof/value_look.h"

#include "core/proof/value_layout.h"
#include "core/support/text.h"

namespace nervure {

namespace {

/// The first less the second, element by element; shapes are the same.
Result<Tensor> subtracted(const ConstTensorView &a, const ConstTensorView &b)
{
    const bool isSingle = a.type == DType::Float32 || a.type == DType::Float16;
    ASSIGN_OR_RETURN(Tensor result, Tensor::zeros(isSingle ? DType::Float32 : DType::Float64,
                                                  Shape(a.shape.begin(), a.shape.end())));
    const std::int64_t count = result.count();
    for (std::int64_t i = 0; i < count; ++i) {
        const double first = elementAsDouble(a, i);
        const double second = elementAsDouble(b, i);
        // The same infinity on both sides is no difference.
        storeElement(result.view(), i, first == second ? 0 : first - second);
    }
    return result;
}

Result<Tensor> differenceOf(const TracedGraph &then, const Entry &before, const TracedGraph &now,
                            const Entry &after, const OpRegistry &ops)
{
    ASSIGN_OR_RETURN(const Tensor *expected, then.trace.value(before));
    // One trace for both: its next answer may take the place of this one.
    const bool isShared = &then.trace == &now.trace;
    const Tensor kept = isShared ? *expected : Tensor();
    ASSIGN_OR_RETURN(const Tensor *actual, now.trace.value(after));
    const Tensor &other = isShared ? kept : *expected;
    const LaidBeside beside = layBeside(other, layoutOf(then.index, then.analyses, before), *actual,
                                        layoutOf(now.index, now.analyses, after), ops);
    if (!beside.fits) {
        return makeError("no-such-value", "shapes {} and {} have no difference",
                         shapeLabel(other.shape()), shapeLabel(actual->shape()));
    }
    return subtracted(actual->view(), beside.of(other).view());
}

} // namespace

Diagnostic noSuchValue()
{
    return makeError("no-such-value", "the graph that runs has no such value");
}

Result<Entry> entryAt(const IndexedGraph &index, std::uint32_t place, std::uint32_t output)
{
    if (place >= index.nodeCount() || output >= index.node(place).outputCount) {
        return noSuchValue();
    }
    return Entry{index.node(place).source, output, 0};
}

Result<WeightReport> lookAt(const TensorRequest &request, const TracedGraph &before,
                            const TracedGraph &after, const Entry &value, const OpRegistry &ops,
                            const JobControl &control)
{
    const auto report = [&](const TracedGraph &graph, const Entry &entry, const Tensor &tensor) {
        return reportWeight(weightOf(entryText(graph.index.graph(), entry), tensor), request.view,
                            control);
    };
    if (request.side == TensorSide::After) {
        ASSIGN_OR_RETURN(const Tensor *tensor, after.trace.value(value));
        return report(after, value, *tensor);
    }
    ASSIGN_OR_RETURN(const Entry other,
                     entryAt(before.index, request.beforePlace, request.beforeOutput));
    if (request.side == TensorSide::Before) {
        ASSIGN_OR_RETURN(const Tensor *tensor, before.trace.value(other));
        return report(before, other, *tensor);
    }
    ASSIGN_OR_RETURN(const Tensor difference, differenceOf(before, other, after, value, ops));
    return report(after, value, difference);
}

} // namespace nervure
