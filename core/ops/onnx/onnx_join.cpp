// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_elements.h"
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>

namespace nervure {

namespace {

using namespace onnx;

/// The elements of vectors, one behind the other.
void joinElements(ValueCall &call)
{
    KnownElements all;
    for (const ValueType &value : call.inputs) {
        if (!value.elements || !value.shape || value.shape->size() != 1) {
            return;
        }
        all.whole.insert(all.whole.end(), value.elements->whole.begin(),
                         value.elements->whole.end());
        all.real.insert(all.real.end(), value.elements->real.begin(), value.elements->real.end());
    }
    if (std::max(all.whole.size(), all.real.size()) <= KnownElements::most) {
        setElements(call, 0, std::move(all));
    }
}

Status concatenate(ValueCall &call)
{
    const auto known = std::find_if(call.inputs.begin(), call.inputs.end(),
                                    [](const ValueType &value) { return value.shape.has_value(); });
    if (known == call.inputs.end()) {
        return {};
    }
    Dimensions shape = *known->shape;
    // The first sets take 1 where nothing is said.
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(call.attrs.integer("axis", 1), shape.size()));
    Dimension sum(0);
    for (std::size_t i = 0; i < call.inputs.size(); ++i) {
        const MaybeShape &part = call.shape(i);
        if (!part) {
            sum = {};
            continue;
        }
        if (part->size() != shape.size()) {
            return makeError("infer-shape", "input {} has {} dimensions and another {}", i,
                             part->size(), shape.size());
        }
        for (std::size_t d = 0; d < shape.size(); ++d) {
            if (d != axis) {
                ASSIGN_OR_RETURN(shape[d], same(shape[d], (*part)[d], "sizes beside the axis"));
            }
        }
        sum = sum + (*part)[axis];
    }
    shape[axis] = sum;
    call.setShape(0, std::move(shape));
    joinElements(call);
    return {};
}

/// Sizes of the parts where they are given: by attribute or input.
std::optional<Dimensions> sizesGiven(const ValueCall &call)
{
    if (const auto *sizes = call.whole(1)) {
        return *sizes;
    }
    const auto &sizes = call.attrs.integers("split");
    return sizes.empty() ? std::nullopt : std::optional(Dimensions(sizes.begin(), sizes.end()));
}

/// Parts of one size; the last may be smaller where the operator's version lets it be.
Result<Dimensions> equalParts(const Dimension &all, std::size_t count, bool lastMayBeSmaller)
{
    const auto parts = static_cast<std::int64_t>(count);
    if (!all.isNumber()) {
        return Dimensions(count, all.dividedBy(parts));
    }
    const std::int64_t size = *all.number();
    if (!lastMayBeSmaller && size % parts != 0) {
        return makeError("infer-shape", "size {} cannot be split into {} equal parts", size, parts);
    }
    const std::int64_t each = (size + parts - 1) / parts;
    Dimensions sizes(count, Dimension(each));
    sizes.back() = Dimension(std::max<std::int64_t>(size - each * (parts - 1), 0));
    return sizes;
}

Dimension sumOfParts(const Dimensions &sizes)
{
    Dimension sum(0);
    for (const Dimension &size : sizes) {
        sum = sum + size;
    }
    return sum;
}

/// The elements of a vector that is split into parts of known sizes.
void splitElements(ValueCall &call)
{
    const auto &all = call.in(0).elements;
    std::size_t start = 0;
    for (std::size_t i = 0; all && i < call.outputs.size(); ++i) {
        const auto sizes = smallSizes(call.outputs[i].shape);
        if (!sizes || sizes->size() != 1) {
            return;
        }
        const std::size_t end = start + sizes->front();
        KnownElements part;
        for (std::size_t at = start; at < end; ++at) {
            if (at < all->whole.size()) {
                part.whole.push_back(all->whole[at]);
            } else if (at < all->real.size()) {
                part.real.push_back(all->real[at]);
            }
        }
        setElements(call, i, std::move(part));
        start = end;
    }
}

Status splitShape(ValueCall &call)
{
    const MaybeShape &from = call.shape(0);
    if (!from || call.outputs.empty()) {
        return {};
    }
    ASSIGN_OR_RETURN(const std::size_t axis, axisOf(call.attrs.integer("axis"), from->size()));
    std::optional<Dimensions> sizes = sizesGiven(call);
    const bool isDecidedByData = call.has(1) && !sizes;
    if (!sizes && !isDecidedByData) {
        const auto count =
            static_cast<std::size_t>(std::max<std::int64_t>(call.attrs.integer("num_outputs"), 0));
        const std::size_t parts = std::max(count, call.outputs.size());
        ASSIGN_OR_RETURN(sizes, equalParts((*from)[axis], parts, call.version >= 18));
    }
    if (sizes && sizes->size() < call.outputs.size()) {
        return makeError("infer-shape", "is split into {} parts, expected {} as there are outputs",
                         sizes->size(), call.outputs.size());
    }
    const Dimension sum = sizes ? sumOfParts(*sizes) : Dimension();
    if (sum.isNumber() && (*from)[axis].isNumber() && !((*from)[axis] == sum)) {
        return makeError("infer-shape", "is split into parts of {} together, expected {}",
                         sum.text(), (*from)[axis].text());
    }
    for (std::size_t i = 0; i < call.outputs.size(); ++i) {
        Dimensions shape = *from;
        shape[axis] = sizes ? (*sizes)[i] : Dimension();
        call.setShape(i, std::move(shape));
    }
    splitElements(call);
    return {};
}

} // namespace

void registerOnnxJoin(OpRegistry &ops)
{
    const Attribute axis = integer("axis", "the dimension along which the inputs lie");
    add(ops, OpCategory::Layout, "Concat", "tensors one behind the other along a dimension",
        {{1, "inputs:T... -> concat_result:T", "T = float", std::vector{axis}, concatenate},
         {4, {}, "T += any", std::vector{axis.required()}},
         {11, {}, {}, {}, {}, "a negative axis counts from the last"},
         {13, {}, "T += bf16"}});
    const Attribute along = integer("axis", 0, "the dimension that is split");
    const Attribute sizes = integers("split", "the sizes of the parts; equal where there are none");
    add(ops, OpCategory::Layout, "Split", "parts of a tensor along a dimension",
        {{1, "input:T split:T? -> outputs:T...", "T = float",
          std::vector{along.withoutDefault(), sizes}, splitShape},
         {2, "input:T -> outputs:T...", "T += any", std::vector{along, sizes}},
         {11, {}, {}, {}, {}, "a negative axis counts from the last"},
         {13, "input:T split:i64? -> outputs:T...", "T += bf16", std::vector{along}},
         {18,
          {},
          {},
          std::vector{along,
                      integer("num_outputs", "how many equal parts; the last may be smaller")},
          {},
          "sizes or a number of parts have to be given"}});
}

} // namespace nervure
