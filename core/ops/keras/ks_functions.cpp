// SPDX-License-Identifier: Apache-2.0
// Operations that are a function of each element.
#include "core/ops/keras/keras_operation.h"

namespace nervure::keras {

namespace {

struct KerasFunctionAttrs {
    double alpha = 1;
    double negativeSlope = 0.2;
    bool approximate = true; ///< of Keras's gelu
    bool isRough = false;    ///< of TensorFlow's
    std::int64_t axis = -1;
    std::string least;
    std::string most;
    std::string dtype;
};

using LowerOne = Result<Entry> (*)(const Lowering &);

struct ElementFunction {
    std::vector<const char *> names; ///< of Keras's operation and TensorFlow's function
    const char *summary;
    const char *ours = nullptr;  ///< the operator that computes it
    const char *layer = nullptr; ///< or the activation of layers
    LowerOne lower = nullptr;    ///< or neither
};

Result<Entry> lowerSquare(const Lowering &op)
{
    return KerasFormula(op).times(op.in(0), op.in(0));
}

Result<Entry> lowerReciprocal(const Lowering &op)
{
    return op.makeScalar("__rdiv_scalar__", op.in(0), 1);
}

Result<Entry> lowerInverseRoot(const Lowering &op)
{
    return op.makeScalar("__rdiv_scalar__", KerasFormula(op).one("sqrt", op.in(0)), 1);
}

Result<Entry> lowerHardSigmoid(const Lowering &op)
{
    const KerasFormula f(op);
    return f.times(f.clipped(f.plus(op.in(0), 3), 0, 6), 1.0 / 6);
}

Result<Entry> lowerLogPlusOne(const Lowering &op)
{
    const KerasFormula f(op);
    return f.one("log", f.plus(op.in(0), 1));
}

Result<Entry> lowerExpLessOne(const Lowering &op)
{
    const KerasFormula f(op);
    return f.plus(f.one("exp", op.in(0)), -1);
}

/// log(sigmoid(x)) = -softplus(-x).
Result<Entry> lowerLogSigmoid(const Lowering &op)
{
    const KerasFormula f(op);
    ASSIGN_OR_RETURN(const Entry plus, kerasActivated(op, f.one("negative", op.in(0)), "softplus"));
    return f.one("negative", plus);
}

const std::vector<ElementFunction> &elementFunctions()
{
    static const std::vector<ElementFunction> table{
        {{"ops.Absolute", "ops.Abs", "tf.math.abs"}, "the absolute value", "abs"},
        {{"ops.Negative", "tf.math.negative"}, "-x", "negative"},
        {{"ops.Exp", "tf.math.exp"}, "the exponential", "exp"},
        {{"ops.Log", "tf.math.log"}, "the natural logarithm", "log"},
        {{"ops.Sqrt", "tf.math.sqrt"}, "the square root", "sqrt"},
        {{"ops.Floor", "tf.math.floor"}, "the largest whole number not above x", "floor"},
        {{"ops.Ceil", "tf.math.ceil"}, "the smallest whole number not below x", "ceil"},
        {{"ops.Round", "tf.math.round"},
         "the nearest whole number, halves to the even one",
         "rint"},
        {{"ops.Sign", "tf.math.sign"}, "-1, 0 or 1", "sign"},
        {{"ops.Sin", "tf.math.sin"}, "the sine", "sin"},
        {{"ops.Cos", "tf.math.cos"}, "the cosine", "cos"},
        {{"ops.Erf", "tf.math.erf"}, "the error function", "erf"},
        {{"ops.Identity", "ops.StopGradient", "ops.ConvertToTensor", "tf.identity",
          "tf.stop_gradient", "tf.convert_to_tensor"},
         "the value itself",
         "copy"},
        {{"ops.ZerosLike", "tf.zeros_like"}, "0 everywhere", "zeros_like"},
        {{"ops.OnesLike", "tf.ones_like"}, "1 everywhere", "ones_like"},
        {{"ops.Tanh", "tf.math.tanh", "tf.nn.tanh"}, "the hyperbolic tangent", "tanh"},
        {{"ops.Sigmoid", "tf.math.sigmoid", "tf.nn.sigmoid"}, "1 / (1 + exp(-x))", "sigmoid"},
        {{"ops.Relu", "tf.nn.relu"}, "0 below 0", "relu"},
        {{"ops.Relu6", "tf.nn.relu6"}, "0 below 0, 6 above 6", nullptr, "relu6"},
        {{"ops.Silu", "tf.nn.silu", "tf.nn.swish"}, "x * sigmoid(x)", nullptr, "silu"},
        {{"ops.Softplus", "tf.math.softplus"}, "log(1 + exp(x))", nullptr, "softplus"},
        {{"ops.Softsign", "tf.nn.softsign"}, "x / (1 + |x|)", nullptr, "softsign"},
        {{"ops.Selu", "tf.nn.selu"}, "elu that keeps mean and variance", nullptr, "selu"},
        {{"ops.Square", "tf.math.square"}, "x * x", nullptr, nullptr, lowerSquare},
        {{"ops.Reciprocal", "tf.math.reciprocal"}, "1 / x", nullptr, nullptr, lowerReciprocal},
        {{"ops.Rsqrt", "tf.math.rsqrt"}, "1 / sqrt(x)", nullptr, nullptr, lowerInverseRoot},
        {{"ops.HardSigmoid"}, "(x + 3) / 6 from 0 to 1", nullptr, nullptr, lowerHardSigmoid},
        {{"ops.Log1p", "tf.math.log1p"}, "log(1 + x)", nullptr, nullptr, lowerLogPlusOne},
        {{"ops.Expm1", "tf.math.expm1"}, "exp(x) - 1", nullptr, nullptr, lowerExpLessOne},
        {{"ops.LogSigmoid", "tf.math.log_sigmoid"},
         "log(sigmoid(x))",
         nullptr,
         nullptr,
         lowerLogSigmoid},
    };
    return table;
}

Status elementShape(const RuleContext &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    return keepsShape(in, out);
}

using LowerAll = std::function<Result<std::vector<Entry>>(const Lowering &)>;

Result<std::vector<Entry>> lowerFunction(const Lowering &op, const ElementFunction &function)
{
    if (function.ours) {
        return std::vector{op.make(function.ours, {op.in(0)})};
    }
    ASSIGN_OR_RETURN(const Entry result, function.layer
                                             ? kerasActivated(op, op.in(0), function.layer)
                                             : function.lower(op));
    return std::vector{result};
}

Result<Entry> lowerEluFunction(const Lowering &op)
{
    return KerasFormula(op).elu(op.in(0), op.attrs<KerasFunctionAttrs>().alpha);
}

Result<Entry> lowerLeakyFunction(const Lowering &op)
{
    return KerasFormula(op).leaky(op.in(0), op.attrs<KerasFunctionAttrs>().negativeSlope);
}

/// Through tanh unless it is to be exact.
Result<Entry> lowerGelu(const Lowering &op)
{
    const auto &attrs = op.attrs<KerasFunctionAttrs>();
    const bool isOfKeras = op.rule().node.op.starts_with("ops.");
    if (!(isOfKeras ? attrs.approximate : attrs.isRough)) {
        return kerasActivated(op, op.in(0), "gelu");
    }
    const KerasFormula f(op);
    const Entry x = op.in(0);
    constexpr double cubic = 0.044715;
    constexpr double root = 0.7978845608028654; // sqrt(2 / pi)
    const Entry cube = f.times(f.times(x, x), x);
    const Entry inner = f.times(f.plus(x, f.times(cube, cubic)), root);
    return f.times(f.times(x, 0.5), f.plus(f.one("tanh", inner), 1));
}

Result<Entry> softmaxAlong(const Lowering &op, const char *name)
{
    ASSIGN_OR_RETURN(const std::size_t axis,
                     dimensionAt(op.attrs<KerasFunctionAttrs>().axis, op.shape(0)));
    return op.make(name, {op.in(0)}, attrsOf({{"axis", attrText(axis)}}));
}
Result<Entry> lowerPlainSoftmax(const Lowering &op)
{
    return softmaxAlong(op, "softmax");
}
Result<Entry> lowerLogSoftmax(const Lowering &op)
{
    return softmaxAlong(op, "log_softmax");
}

Result<Entry> lowerClip(const Lowering &op)
{
    const auto &attrs = op.attrs<KerasFunctionAttrs>();
    const auto least = parseNumber(attrs.least);
    const auto most = parseNumber(attrs.most);
    if (!least || !most) {
        return makeError("not-supported", "its ends are {} and {}, expected numbers",
                         quoted(attrs.least), quoted(attrs.most));
    }
    return KerasFormula(op).clipped(op.in(0), *least, *most);
}

/// The type of the result; unknown where none of ours has the name.
DType castType(const KerasFunctionAttrs &attrs)
{
    return attrs.dtype == "bool" ? DType::UInt8
                                 : dtypeFromName(attrs.dtype).value_or(DType::Unknown);
}

Status castTypes(const RuleContext &rule, DTypes &, DTypes &out)
{
    return assignOutputType(out, 0, castType(rule.attrs.as<KerasFunctionAttrs>()));
}

Result<Entry> lowerCast(const Lowering &op)
{
    const auto &attrs = op.attrs<KerasFunctionAttrs>();
    if (attrs.dtype == "bool") {
        const Entry zero = op.full(0, {1}, op.type(0));
        return op.cast(op.make("broadcast_not_equal", {op.in(0), zero}), op.type(0), op.outType());
    }
    return op.type(0) == op.outType() ? op.make("copy", {op.in(0)})
                                      : op.cast(op.in(0), op.type(0), op.outType());
}

OpBuilder<KerasFunctionAttrs> elementOperation(const std::string &name, const char *summary,
                                               OpCategory category = OpCategory::Activation)
{
    OpBuilder<KerasFunctionAttrs> operation =
        kerasOperation<KerasFunctionAttrs>(name, summary, category);
    operation.inputs({"x"}).shape(OpSpec::ShapeRule(elementShape));
    return operation;
}

void addWithAttributes(OpRegistry &ops)
{
    for (const char *name : {"ops.Elu", "tf.nn.elu"}) {
        ops.add(elementOperation(name, "alpha * (exp(x) - 1) below 0")
                    .attr(field("alpha", &KerasFunctionAttrs::alpha, "the factor"))
                    .lower(lowerTo(lowerEluFunction))
                    .build());
    }
    for (const char *name : {"ops.LeakyRelu", "tf.nn.leaky_relu"}) {
        OpBuilder<KerasFunctionAttrs> leaky =
            elementOperation(name, "elements below 0 times a slope");
        const bool isOfKeras = std::string_view(name).starts_with("ops.");
        ops.add(leaky
                    .attr(field(isOfKeras ? "negative_slope" : "alpha",
                                &KerasFunctionAttrs::negativeSlope, "the slope"))
                    .lower(lowerTo(lowerLeakyFunction))
                    .build());
    }
    for (const char *name : {"ops.Gelu", "tf.nn.gelu"}) {
        const bool isOfKeras = std::string_view(name).starts_with("ops.");
        ops.add(elementOperation(name, "x where a normal variable is below x")
                    .attr(field("approximate",
                                isOfKeras ? &KerasFunctionAttrs::approximate
                                          : &KerasFunctionAttrs::isRough,
                                "whether tanh stands for erf"))
                    .lower(lowerTo(lowerGelu))
                    .build());
    }
    for (const char *name : {"ops.Softmax", "tf.nn.softmax"}) {
        ops.add(elementOperation(name, "exp(x) as parts of its sum along a dimension",
                                 OpCategory::Reduction)
                    .attr(field("axis", &KerasFunctionAttrs::axis, "the dimension"))
                    .lower(lowerTo(lowerPlainSoftmax))
                    .build());
    }
    for (const char *name : {"ops.LogSoftmax", "tf.nn.log_softmax"}) {
        ops.add(elementOperation(name, "the logarithm of softmax", OpCategory::Reduction)
                    .attr(field("axis", &KerasFunctionAttrs::axis, "the dimension"))
                    .lower(lowerTo(lowerLogSoftmax))
                    .build());
    }
    for (const char *name : {"ops.Clip", "tf.clip_by_value"}) {
        const bool isOfKeras = std::string_view(name).starts_with("ops.");
        ops.add(elementOperation(name, "from a least to a greatest value", OpCategory::Elementwise)
                    .attr(field(isOfKeras ? "x_min" : "clip_value_min", &KerasFunctionAttrs::least,
                                "the least"))
                    .attr(field(isOfKeras ? "x_max" : "clip_value_max", &KerasFunctionAttrs::most,
                                "the greatest"))
                    .lower(lowerTo(lowerClip))
                    .build());
    }
    for (const char *name : {"ops.Cast", "tf.cast"}) {
        ops.add(elementOperation(name, "the same numbers in another type", OpCategory::Elementwise)
                    .attr(field("dtype", &KerasFunctionAttrs::dtype, "the type").required())
                    .type(OpSpec::TypeRule(castTypes))
                    .lower(lowerTo(lowerCast))
                    .build());
    }
}

} // namespace

} // namespace nervure::keras

namespace nervure {

void registerKsFunctions(OpRegistry &ops)
{
    for (const keras::ElementFunction &function : keras::elementFunctions()) {
        for (const char *name : function.names) {
            ops.add(keras::elementOperation(name, function.summary)
                        .lower(lowerTo(keras::LowerAll([&function](const Lowering &op) {
                            return keras::lowerFunction(op, function);
                        })))
                        .build());
        }
    }
    keras::addWithAttributes(ops);
}

} // namespace nervure
