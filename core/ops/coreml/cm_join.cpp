// SPDX-License-Identifier: Apache-2.0
// What puts values together and takes them apart.
#include "core/ops/coreml/cm_blob.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>

namespace nervure::coreml {

namespace {

Status concatenatedShape(ValueCall &call)
{
    const bool isOfSequences = call.attrs.integer("sequenceConcat") != 0;
    Blob all;
    for (std::size_t i = 0; i < call.inputs.size(); ++i) {
        ASSIGN_OR_RETURN(const Blob one, blobAt(call, i));
        if (!one.isKnown()) {
            return {};
        }
        if (i == 0) {
            all = one;
            continue;
        }
        for (const auto size : {&Blob::batch, &Blob::height, &Blob::width,
                                isOfSequences ? &Blob::channels : &Blob::sequence}) {
            ASSIGN_OR_RETURN(all.*size, onnx::same(all.*size, one.*size, "sizes of the inputs"));
        }
        Dimension &joined = isOfSequences ? all.sequence : all.channels;
        joined = joined + (isOfSequences ? one.sequence : one.channels);
        all.rank = std::max(all.rank, one.rank);
    }
    setBlob(call, 0, all);
    return {};
}

Lowered concatenate(const OnnxLowering &op)
{
    const bool isOfSequences = op.attrs().integer("sequenceConcat") != 0;
    std::vector<Operand> parts = op.allInputs();
    for (Operand &part : parts) {
        part = isOfSequences ? asBlob(op, part) : asImages(op, part);
    }
    return shaped(op, op.concatenate(parts, isOfSequences ? 0 : 1));
}

Status splitShape(ValueCall &call)
{
    ASSIGN_OR_RETURN(Blob blob, blobAt(call, 0));
    const auto count = static_cast<std::int64_t>(call.outputs.size());
    if (call.attrs.integer("nOutputs") != count) {
        return makeError("infer-shape", "{} outputs, expected nOutputs, {}", count,
                         call.attrs.integer("nOutputs"));
    }
    ASSIGN_OR_RETURN(blob.channels, onnx::wholeShare(blob.channels, count, "channels"));
    for (std::size_t i = 0; i < call.outputs.size(); ++i) {
        setBlob(call, i, blob);
    }
    return {};
}

Lowered split(const OnnxLowering &op)
{
    const Operand x = asImages(op, op.in(0));
    const std::int64_t share = x.dims[1] / static_cast<std::int64_t>(op.outputCount());
    std::vector<Operand> outputs;
    for (std::size_t i = 0; i < op.outputCount(); ++i) {
        const std::int64_t first = static_cast<std::int64_t>(i) * share;
        outputs.push_back(op.reshape(op.slice(x, 1, first, first + share), op.outDims(i)));
    }
    return outputs;
}

std::int64_t repetitions(const OnnxAttrs &attrs)
{
    return std::max<std::int64_t>(attrs.integer("nRepetitions"), 1);
}

Status repeatedShape(ValueCall &call)
{
    ASSIGN_OR_RETURN(Blob blob, blobAt(call, 0));
    blob.sequence = blob.sequence * Dimension(repetitions(call.attrs));
    setBlob(call, 0, blob);
    return {};
}

Lowered repeat(const OnnxLowering &op)
{
    const Operand x = asBlob(op, op.in(0));
    Shape dims = x.dims;
    dims.insert(dims.begin(), 1);
    const Operand one = op.reshape(x, dims);
    dims[0] = repetitions(op.attrs());
    return shaped(op, op.broadcastTo(one, dims));
}

Status constantShape(ValueCall &call)
{
    const Numbers &sizes = call.attrs.integers("shape");
    RETURN_IF_FAILED(checkWeights(call, 0, sizes));
    Dimensions shape(sizes.begin(), sizes.end());
    if (shape.size() != 3) {
        return makeError("infer-shape", "shape has {} sizes, expected 3", shape.size());
    }
    shape.insert(shape.begin(), call.attrs.integer("keepsRank") != 0 ? 2 : 1, Dimension(1));
    call.setShape(0, std::move(shape));
    return {};
}

Lowered constant(const OnnxLowering &op)
{
    return shaped(op, weights(op, 0));
}

Status rankedConstantShape(ValueCall &call)
{
    const Numbers &shape = call.attrs.integers("shape");
    RETURN_IF_FAILED(checkWeights(call, 0, shape));
    call.setShape(0, Dimensions(shape.begin(), shape.end()));
    return {};
}

} // namespace

} // namespace nervure::coreml

namespace nervure {

void registerCmJoin(OpRegistry &ops)
{
    coreml::addAll(ops, {{.name = "concat",
                          .category = OpCategory::Layout,
                          .signature = "x:T... -> y:T",
                          .attributes = "sequenceConcat:bool=false",
                          .summary = "the channels of all inputs, or their sequences, one behind "
                                     "the other",
                          .infer = coreml::concatenatedShape,
                          .lower = coreml::concatenate},
                         {.name = "split",
                          .category = OpCategory::Layout,
                          .signature = "x:T -> y:T...",
                          .attributes = "nOutputs:int=0",
                          .summary = "the channels in equal parts",
                          .infer = coreml::splitShape,
                          .lower = coreml::split},
                         {.name = "sequenceRepeat",
                          .category = OpCategory::Layout,
                          .attributes = "nRepetitions:int=1",
                          .summary = "the sequence several times, one behind the other",
                          .infer = coreml::repeatedShape,
                          .lower = coreml::repeat},
                         {.name = "loadConstant",
                          .category = OpCategory::Data,
                          .signature = "data:W -> y:T",
                          .attributes = "shape:ints=[] keepsRank:bool=false",
                          .summary = "an image of weights",
                          .infer = coreml::constantShape,
                          .lower = coreml::constant},
                         {.name = "loadConstantND",
                          .category = OpCategory::Data,
                          .signature = "data:W -> y:T",
                          .attributes = "shape:ints=[]",
                          .summary = "weights as a value",
                          .infer = coreml::rankedConstantShape,
                          .lower = coreml::constant}});
}

} // namespace nervure
