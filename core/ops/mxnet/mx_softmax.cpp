// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/op_builder.h"
#include "core/ops/mxnet/mx_sizes.h"
#include "core/ops/mxnet/mx_window.h"
#include "core/ops/rules/lowering.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

/// Attributes of MXNet's softmax and log_softmax.
struct MXNetSoftmaxAttrs {
    int axis = -1;
    std::string temperature = "None";
    std::string dtype = "None";
    std::string useLength = "False";

    [[nodiscard]] bool hasLength() const
    {
        return useLength == "True" || useLength == "true" || useLength == "1";
    }
};

struct SoftmaxActivationAttrs {
    std::string mode = "instance";
};

/// Attributes of MXNet's SoftmaxOutput, of which inference needs two.
struct SoftmaxOutputAttrs {
    float gradScale = 1;
    float ignoreLabel = -1;
    bool multiOutput = false;
    bool useIgnore = false;
    bool preserveShape = false;
    std::string normalization = "null";
    bool outGrad = false;
    float smoothAlpha = 0;
};

std::vector<std::string> mxnetSoftmaxInputs(const MXNetSoftmaxAttrs &attrs)
{
    return attrs.hasLength() ? std::vector<std::string>{"data", "length"}
                             : std::vector<std::string>{"data"};
}

/// The divisor of the data; nothing for "None".
Result<double> temperatureOf(const MXNetSoftmaxAttrs &attrs)
{
    double value = 1;
    if (attrs.temperature == "None") {
        return value;
    }
    const Status status = NnvmAttrText::parse(attrs.temperature, value);
    if (!status || value == 0) {
        return makeError("attr-invalid",
                         "temperature is {}, expected None or a number other than 0",
                         attrs.temperature);
    }
    return value;
}

Status mxnetSoftmaxShape(const MXNetSoftmaxAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), attrs.hasLength() ? 2 : 1, 1));
    ASSIGN_OR_RETURN([[maybe_unused]] const double temperature, temperatureOf(attrs));
    RETURN_IF_FAILED(assignInput(in, 0, "data", out[0]));
    RETURN_IF_FAILED(assignOutput(out, 0, in[0]));
    if (!in[0].hasRank()) {
        return {};
    }
    ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(attrs.axis, in[0]));
    if (!attrs.hasLength() || in[0].size() < 2) {
        return {};
    }
    Shape lengths = in[0];
    lengths.erase(lengths.begin() + static_cast<std::ptrdiff_t>(axis));
    return assignInput(in, 1, "length", lengths);
}

Status mxnetSoftmaxType(const RuleContext &context, DTypes &in, DTypes &out)
{
    const auto &attrs = context.attrs.as<MXNetSoftmaxAttrs>();
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), attrs.hasLength() ? 2 : 1, 1));
    if (attrs.dtype != "None") {
        return assignOutputType(out, 0, dtypeFromName(attrs.dtype).value_or(DType::Unknown));
    }
    if (!mergeType(in[0], out[0])) {
        return makeError("infer-type", "input 0 (data) is {}, expected {}", dtypeName(in[0]),
                         dtypeName(out[0]));
    }
    return assignOutputType(out, 0, in[0]);
}

Entry softmaxOver(const Lowering &op, Entry data, std::size_t axis,
                  std::string_view name = "softmax")
{
    return op.make(name, {data}, attrsOf({{"axis", attrText(axis)}}));
}

/// 1 up to the row's length, then 0: of the data's rank, for broadcasts.
Entry validPlaces(const Lowering &op, std::size_t axis)
{
    const Shape &shape = op.shape(0);
    const DType type = op.outType();
    const Entry places = op.make(
        "arange", {}, attrsOf({{"count", attrText(shape[axis])}, {"dtype", attrText(type)}}));
    Shape lengths = shape;
    lengths[axis] = 1;
    const Entry length = op.reshape(op.cast(op.in(1), op.type(1), type), lengths);
    return op.make("broadcast_less",
                   {alongAxis(op, places, shape[axis], axis, shape.size()), length});
}

/// Behind the length stands what adds nothing to a sum of exponentials.
Entry masked(const Lowering &op, Entry data, Entry valid)
{
    const double nothing = op.outType() == DType::Float16 ? 6e4 : 1e30;
    const Entry offset =
        op.makeScalar("__mul_scalar__", op.makeScalar("__sub_scalar__", valid, 1), nothing);
    return op.make("broadcast_add", {data, offset});
}

Result<Entry> lowerSoftmaxOf(const Lowering &op, const char *name, bool isNegated = false)
{
    const auto &attrs = op.attrs<MXNetSoftmaxAttrs>();
    ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(attrs.axis, op.shape(0)));
    ASSIGN_OR_RETURN(const double temperature, temperatureOf(attrs));
    Entry data = op.cast(op.in(0), op.type(0), op.outType());
    if (temperature != 1) {
        data = op.makeScalar("__div_scalar__", data, temperature);
    }
    data = isNegated ? op.make("negative", {data}) : data;
    if (!attrs.hasLength()) {
        return softmaxOver(op, data, axis, name);
    }
    const Entry valid = validPlaces(op, axis);
    const Entry result = softmaxOver(op, masked(op, data, valid), axis, name);
    return op.make("broadcast_mul", {result, valid});
}

Result<Entry> lowerMxSoftmax(const Lowering &op)
{
    return lowerSoftmaxOf(op, "softmax");
}

Result<Entry> lowerMxLogSoftmax(const Lowering &op)
{
    return lowerSoftmaxOf(op, "log_softmax");
}

Result<Entry> lowerSoftmin(const Lowering &op)
{
    return lowerSoftmaxOf(op, "softmax", true);
}

/// All but the first dimension as one.
Result<Entry> softmaxOfRows(const Lowering &op)
{
    const Shape &shape = op.shape(0);
    if (shape.isScalar()) {
        return makeError("not-supported", "a scalar has no rows");
    }
    if (shape.size() == 2) {
        return softmaxOver(op, op.in(0), 1);
    }
    const Entry rows = op.reshape(op.in(0), {shape[0], rowSize(shape)});
    return op.reshape(softmaxOver(op, rows, 1), shape);
}

Result<Entry> lowerSoftmaxActivation(const Lowering &op)
{
    if (op.attrs<SoftmaxActivationAttrs>().mode == "instance") {
        return softmaxOfRows(op);
    }
    if (op.shape(0).size() < 2) {
        return makeError("not-supported", "mode channel of {} is not supported",
                         shapeText(op.shape(0)));
    }
    return softmaxOver(op, op.in(0), 1);
}

Result<Entry> lowerSoftmaxOutput(const Lowering &op)
{
    const auto &attrs = op.attrs<SoftmaxOutputAttrs>();
    const Shape &shape = op.shape(0);
    if (attrs.multiOutput && shape.size() > 1) {
        return softmaxOver(op, op.in(0), 1);
    }
    // Of 4 dimensions in float32 MXNet leaves it to oneDNN, which takes the last one, whatever
    // preserve_shape says.
    const bool isOneDnns = shape.size() == 4 && op.type(0) == DType::Float32;
    if (attrs.preserveShape || shape.size() < 2 || isOneDnns) {
        return softmaxOver(op, op.in(0), shape.size() - 1);
    }
    return softmaxOfRows(op);
}

/// The shape of the labels for one label each position: three are allowed with multi_output.
Status multiOutputLabel(const Shape &data, Shapes &in)
{
    const std::int64_t rest = sizeOf(Shape(data.begin() + 2, data.end()));
    Shape whole = data;
    whole[1] = 1;
    Shape cut = data;
    cut.erase(cut.begin() + 1);
    const Shape flat{data[0], rest};
    if (!in[1].hasRank()) {
        in[1] = flat;
        return {};
    }
    for (const Shape &allowed : {flat, cut, whole}) {
        Shape label = in[1];
        if (mergeShape(label, allowed)) {
            in[1] = label;
            return {};
        }
    }
    return makeError("infer-shape", "input 1 (label) has shape {}, expected {}, {} or {}",
                     shapeText(in[1]), shapeText(flat), shapeText(cut), shapeText(whole));
}

/// A label of the data's shape is probabilities.
Status softmaxOutputShape(const SoftmaxOutputAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    RETURN_IF_FAILED(assignInput(in, 0, "data", out[0]));
    RETURN_IF_FAILED(assignOutput(out, 0, in[0]));
    if (!in[0].hasRank() || in[0] == in[1]) {
        return {};
    }
    if (in[0].isScalar()) {
        return makeError("infer-shape", "input 0 (data) is a scalar, expected dimensions");
    }
    if (attrs.multiOutput && in[0].size() >= 2) {
        return multiOutputLabel(in[0], in);
    }
    // The label of a single row has any shape, as MXNet's empty one would be unknown.
    return in[0].size() == 1 ? Status()
                             : assignInput(in, 1, "label", Shape(in[0].begin(), in[0].end() - 1));
}

OpBuilder<MXNetSoftmaxAttrs> declareMxSoftmax(const char *name, const char *summary)
{
    using A = MXNetSoftmaxAttrs;
    OpBuilder<A> builder(Dialect::MXNet, name);
    builder.summary(summary)
        .category(OpCategory::Reduction)
        .attr(field("axis", &A::axis, "dimension that sums to one"))
        .attr(field("temperature", &A::temperature, "divides the data beforehand; None: 1"))
        .attr(field("dtype", &A::dtype, "type of the result; None: the data's")
                  .oneOf({"None", "float16", "float32", "float64"}))
        .attr(field("use_length", &A::useLength, "whether rows are valid up to a length")
                  .oneOf({"None", "False", "True", "false", "true", "0", "1"}))
        .inputs(mxnetSoftmaxInputs)
        .shape(mxnetSoftmaxShape)
        .type(mxnetSoftmaxType);
    return builder;
}

void addSoftmaxOutput(OpRegistry &ops)
{
    using A = SoftmaxOutputAttrs;
    ops.add(OpBuilder<A>(Dialect::MXNet, "SoftmaxOutput")
                .alias("Softmax")
                .summary("softmax, with the gradient of cross entropy")
                .category(OpCategory::Reduction)
                .attr(field("grad_scale", &A::gradScale, "factor of the gradient"))
                .attr(field("ignore_label", &A::ignoreLabel, "label that has no gradient"))
                .attr(field("multi_output", &A::multiOutput,
                            "whether there is one softmax over dimension 1 for each position"))
                .attr(field("use_ignore", &A::useIgnore, "whether ignore_label counts"))
                .attr(field("preserve_shape", &A::preserveShape,
                            "whether softmax is over the last dimension"))
                .attr(field("normalization", &A::normalization, "what the gradient is divided by")
                          .oneOf({"batch", "null", "valid"}))
                .attr(field("out_grad", &A::outGrad, "whether an outer gradient multiplies"))
                .attr(field("smooth_alpha", &A::smoothAlpha, "share of label smoothing")
                          .atLeast(0)
                          .atMost(1))
                .inputs({"data", "label"})
                .shape(softmaxOutputShape)
                .type(elementwiseType(2))
                .lower(lowerTo(lowerSoftmaxOutput))
                .build());
}

} // namespace

void registerMxSoftmax(OpRegistry &ops)
{
    ops.add(declareMxSoftmax("softmax", "exp(x) / sum(exp(x)) along an axis")
                .lower(lowerTo(lowerMxSoftmax))
                .build());
    ops.add(declareMxSoftmax("log_softmax", "logarithm of softmax along an axis")
                .lower(lowerTo(lowerMxLogSoftmax))
                .build());
    ops.add(declareMxSoftmax("softmin", "softmax of -x along an axis")
                .lower(lowerTo(lowerSoftmin))
                .build());
    ops.add(OpBuilder<SoftmaxActivationAttrs>(Dialect::MXNet, "SoftmaxActivation")
                .summary("softmax of each instance, or over the channels")
                .category(OpCategory::Reduction)
                .attr(field("mode", &SoftmaxActivationAttrs::mode,
                            "instance: over all but the first dimension; channel: over the second")
                          .oneOf({"channel", "instance"}))
                .inputs({"data"})
                .shape(elementwiseShape(1))
                .type(elementwiseType(1))
                .lower(lowerTo(lowerSoftmaxActivation))
                .build());
    addSoftmaxOutput(ops);
}

} // namespace nervure
