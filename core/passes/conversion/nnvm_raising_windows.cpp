// SPDX-License-Identifier: Apache-2.0
// NNVM's convolutions, pools, matrix products and normalizations as LightNet's operators.
#include "core/passes/conversion/nnvm_raising.h"
#include "core/support/text.h"

#include <algorithm>
#include <numeric>

namespace nervure {

namespace {

std::string unknownLayout(const std::string &name, const std::string &layout, const char *letters)
{
    return name + " is " + quoted(layout) + ", LightNet's tensors have the dimensions " + letters
           + " whole";
}

bool isNegative(std::int64_t number)
{
    return number < 0;
}

/// Why LightNet cannot pad by these numbers; empty if it can.
std::string whyNoPadding(const char *name, const IntTuple &padding)
{
    return std::any_of(padding.begin(), padding.end(), isNegative)
               ? name + (" is " + NnvmAttrText::print(padding)) + ", LightNet's is not negative"
               : std::string();
}

LightNetTensor biasOf(RaisedNode &node, std::int64_t channels)
{
    return node.inputCount() > 2 ? node.in(2) : node.make.constant({channels}, node.in(0).type, 0);
}

/// A convolution's operands in LightNet's order of dimensions.
struct Operands {
    LightNetTensor data;
    LightNetTensor weight;
    std::string reason; ///< why there are none
};

Operands operandsOf(RaisedNode &node, const LightNetTensor &source)
{
    const std::string layout = node.text("layout");
    const std::string kernelLayout = node.text("kernel_layout");
    const auto data = inLayout(node.make, source, layout, "NCHW");
    if (!data) {
        return {{}, {}, unknownLayout("layout", layout, "N, C, H and W")};
    }
    const auto weight = inLayout(node.make, node.in(1), kernelLayout, "OIHW");
    if (!weight) {
        return {{}, {}, unknownLayout("kernel_layout", kernelLayout, "O, I, H and W")};
    }
    return {*data, *weight, {}};
}

/// The data of a convolution behind zeros around height and width, whose padding grows by them.
LightNetTensor withoutPad(const RaisedNode &node, IntTuple &padding)
{
    const auto pad = node.producer(0);
    if (!pad || pad->op() != "pad" || pad->number("pad_value") != 0
        || node.text("layout") != "NCHW") {
        return node.in(0);
    }
    const auto widths = pad->value<IntTuples>("pad_width");
    const bool isAround = widths.size() == 4 && widths[0] == IntTuple{0, 0}
                          && widths[1] == IntTuple{0, 0}
                          && std::none_of(widths[2].begin(), widths[2].end(), isNegative)
                          && std::none_of(widths[3].begin(), widths[3].end(), isNegative);
    if (!isAround) {
        return node.in(0);
    }
    const IntTuple more{widths[2].at(0), widths[3].at(0), widths[2].at(1), widths[3].at(1)};
    for (std::size_t i = 0; i < padding.size(); ++i) {
        padding[i] += more[i];
    }
    return pad->in(0);
}

LightNetWindow convolutionWindow(const RaisedNode &node)
{
    LightNetWindow window;
    window.size = node.integers("kernel_size");
    window.stride = node.integers("strides");
    window.dilation = node.integers("dilation");
    window.padding = paddingOfBothSides(node.integers("padding"));
    window.group = node.integer("groups");
    for (IntTuple *tuple : {&window.size, &window.stride, &window.dilation}) {
        tuple->resize(2);
    }
    return window;
}

Raised convolved(RaisedNode &node)
{
    if (std::string reason = whyNotFloats(node); !reason.empty()) {
        return notRaised(std::move(reason));
    }
    LightNetWindow window = convolutionWindow(node);
    if (std::string reason = whyNoPadding("padding", node.integers("padding")); !reason.empty()) {
        return notRaised(std::move(reason));
    }
    Operands operands = operandsOf(node, withoutPad(node, window.padding));
    if (!operands.reason.empty()) {
        return notRaised(std::move(operands.reason));
    }
    const std::string layout = node.text("layout");
    const std::string outLayout = node.text("out_layout");
    const std::string &to = outLayout == "__undef__" ? layout : outLayout;
    if (to.size() != layout.size() || !std::is_permutation(to.begin(), to.end(), layout.begin())) {
        return notRaised(unknownLayout("out_layout", to, "N, C, H and W"));
    }
    const Shape plain = shapeInLayout(node.outShape(), to, "NCHW");
    const LightNetTensor result = node.make.convolve("conv2d", operands.data, operands.weight,
                                                     biasOf(node, plain[1]), window, plain);
    return raisedAs(*inLayout(node.make, result, "NCHW", to));
}

/// NNVM's output_padding are zeros behind the result, LightNet's is computed.
Raised convolvedBack(RaisedNode &node)
{
    if (std::string reason = whyNotFloats(node); !reason.empty()) {
        return notRaised(std::move(reason));
    }
    const LightNetWindow window = convolutionWindow(node);
    const IntTuple behind = node.integers("output_padding");
    for (const char *name : {"padding", "output_padding"}) {
        if (std::string reason = whyNoPadding(name, node.integers(name)); !reason.empty()) {
            return notRaised(std::move(reason));
        }
    }
    Operands operands = operandsOf(node, node.in(0));
    if (!operands.reason.empty()) {
        return notRaised(std::move(operands.reason));
    }
    const std::string layout = node.text("layout");
    Shape plain = shapeInLayout(node.outShape(), layout, "NCHW");
    plain[2] -= behind.at(0);
    plain[3] -= behind.at(1);
    if (plain[2] < 1 || plain[3] < 1) {
        return notRaised("nothing but output_padding is left of the result");
    }
    LightNetTensor result = node.make.convolve("deconv2d", operands.data, operands.weight,
                                               biasOf(node, plain[1]), window, plain);
    for (std::size_t axis = 0; axis < 2; ++axis) {
        result = node.make.pad(result, axis + 2, 0, behind[axis], 0);
    }
    return raisedAs(*inLayout(node.make, result, "NCHW", layout));
}

/// Zeros around height and width, as a pool that counts them needs them.
LightNetTensor zeroPadded(RaisedNode &node, LightNetTensor data, IntTuple &padding)
{
    for (std::size_t axis = 0; axis < 2; ++axis) {
        data = node.make.pad(data, axis + 2, padding[axis], padding[axis + 2], 0);
    }
    padding = {0, 0, 0, 0};
    return data;
}

/// How often each window along an axis lies inside of the input.
std::vector<std::int64_t> cellsInside(const LightNetWindow &window, std::size_t axis,
                                      std::int64_t in, std::int64_t out)
{
    std::vector<std::int64_t> cells;
    for (std::int64_t i = 0; i < out; ++i) {
        const std::int64_t begin = i * window.stride[axis] - window.padding[axis];
        cells.push_back(std::min(begin + window.size[axis], in) - std::max<std::int64_t>(begin, 0));
    }
    return cells;
}

/// LightNet counts padding into the average when it is not the same on both sides: what each window
/// then has to be multiplied with. Empty where a window is all padding, or there are too many.
NumberTuple sharesOutside(const LightNetWindow &window, const Shape &in, const Shape &out)
{
    if (out[2] > mostListed / std::max<std::int64_t>(out[3], 1)) {
        return {};
    }
    const double all = static_cast<double>(window.size[0]) * static_cast<double>(window.size[1]);
    const auto columns = cellsInside(window, 1, in[3], out[3]);
    NumberTuple shares;
    for (const std::int64_t rows : cellsInside(window, 0, in[2], out[2])) {
        for (const std::int64_t width : columns) {
            if (rows < 1 || width < 1) {
                return {};
            }
            shares.push_back(all / (static_cast<double>(rows) * static_cast<double>(width)));
        }
    }
    return shares;
}

Raised pooledBy(RaisedNode &node, LightNetTensor data, LightNetWindow window, const Shape &out)
{
    if (node.op() == "max_pool2d") {
        return raisedAs(node.make.pool("maxpool2d", data, window, out));
    }
    const IntTuple &padding = window.padding;
    const bool isEven = padding[0] == padding[2] && padding[1] == padding[3];
    const bool isNone = padding == IntTuple{0, 0, 0, 0};
    const bool isCounted = node.flag("count_include_pad");
    if (!isCounted && !isEven) {
        const NumberTuple shares = sharesOutside(window, data.shape, out);
        if (shares.empty()) {
            return notRaised("LightNet counts uneven padding into the average, and there are too "
                             "many windows to make up for it, or some are all padding");
        }
        const LightNetTensor average = node.make.pool("avgpool2d", data, window, out);
        const LightNetTensor factors = node.make.values({1, 1, out[2], out[3]}, data.type, shares);
        return raisedAs(node.make.arithmetic("TL_MUL", average, node.make.stretch(factors, out)));
    }
    if (isCounted && isEven && !isNone) {
        data = zeroPadded(node, data, window.padding);
    }
    return raisedAs(node.make.pool("avgpool2d", data, window, out));
}

Raised pooled(RaisedNode &node)
{
    const std::string layout = node.text("layout");
    const auto data = inLayout(node.make, node.in(0), layout, "NCHW");
    if (!data) {
        return notRaised(unknownLayout("layout", layout, "N, C, H and W"));
    }
    if (std::string reason = whyNoFloats(node.outType());
        node.op() == "avg_pool2d" && !reason.empty()) {
        return notRaised(std::move(reason));
    }
    const Shape out = shapeInLayout(node.outShape(), layout, "NCHW");
    LightNetWindow window;
    window.size = node.integers("pool_size");
    window.stride = node.integers("strides");
    window.size.resize(2);
    window.stride.resize(2);
    window.padding = pooledPadding(node, data->shape, out);
    if (std::string reason = whyNoPadding("padding", node.integers("padding")); !reason.empty()) {
        return notRaised(std::move(reason));
    }
    Raised result = pooledBy(node, *data, window, out);
    if (result.reason.empty()) {
        result.outputs[0] = *inLayout(node.make, result.outputs[0], "NCHW", layout);
    }
    return result;
}

Raised pooledWhole(RaisedNode &node)
{
    const std::string layout = node.text("layout");
    const auto data = inLayout(node.make, node.in(0), layout, "NCHW");
    const bool isMax = node.op() == "global_max_pool2d";
    if (!data) {
        return notRaised(unknownLayout("layout", layout, "N, C, H and W"));
    }
    if (std::string reason = whyNoFloats(node.outType()); !isMax && !reason.empty()) {
        return notRaised(std::move(reason));
    }
    LightNetWindow window;
    window.size = {data->shape[2], data->shape[3]};
    const LightNetTensor result = node.make.pool(isMax ? "maxpool2d" : "avgpool2d", *data, window,
                                                 {data->shape[0], data->shape[1], 1, 1});
    return raisedAs(*inLayout(node.make, result, "NCHW", layout));
}

Raised dense(RaisedNode &node)
{
    if (std::string reason = whyNotFloats(node); !reason.empty()) {
        return notRaised(std::move(reason));
    }
    const Shape &data = node.in(0).shape;
    const Shape &weight = node.in(1).shape;
    const LightNetTensor rows = node.make.reshape(
        node.in(0), {elementsBetween(data, 0, data.size() - 1), data[data.size() - 1]});
    const LightNetTensor result = node.make.product(rows, node.in(1), biasOf(node, weight[0]));
    return raisedAs(node.make.reshape(result, node.outShape()));
}

/// As matmul multiplies it: one dimension is a row, transposing turns all dimensions around.
LightNetTensor factor(RaisedNode &node, std::size_t input, bool isTransposed)
{
    LightNetTensor tensor = node.in(input);
    if (tensor.shape.size() == 1) {
        tensor = node.make.reshape(tensor, {1, tensor.shape[0]});
    }
    IntTuple axes(tensor.shape.size(), 0);
    std::iota(axes.begin(), axes.end(), std::int64_t{0});
    if (isTransposed) {
        std::reverse(axes.begin(), axes.end());
    }
    return node.make.transpose(tensor, axes);
}

/// The columns of the right factor, each as a row.
LightNetTensor columnsOf(RaisedNode &node)
{
    const bool isTransposed = node.flag("transpose_b");
    if (isTransposed && node.in(1).shape.size() == 2) {
        return node.in(1);
    }
    const LightNetTensor right = factor(node, 1, isTransposed);
    const std::int64_t depth = right.shape[0];
    const LightNetTensor matrix =
        node.make.reshape(right, {depth, elementsBetween(right.shape, 1, right.shape.size())});
    return node.make.transpose(matrix, {1, 0});
}

Raised multiplied(RaisedNode &node)
{
    if (std::string reason = whyNotFloats(node); !reason.empty()) {
        return notRaised(std::move(reason));
    }
    const LightNetTensor left = factor(node, 0, node.flag("transpose_a"));
    const std::size_t last = left.shape.size() - 1;
    const LightNetTensor rows =
        node.make.reshape(left, {elementsBetween(left.shape, 0, last), left.shape[last]});
    const LightNetTensor columns = columnsOf(node);
    const LightNetTensor none = node.make.constant({columns.shape[0]}, rows.type, 0);
    return raisedAs(node.make.reshape(node.make.product(rows, columns, none), node.outShape()));
}

/// As it is when a model runs and does not learn. LightNet has the channels at dimension 1 of 4.
Raised normalized(RaisedNode &node)
{
    if (std::string reason = whyNotFloats(node); !reason.empty()) {
        return notRaised(std::move(reason));
    }
    if (node.isRead(1) || node.isRead(2)) {
        return notRaised("its mean or variance is read, which LightNet's does not give");
    }
    const Result<double> epsilon = node.element("epsilon", false);
    if (!epsilon) {
        return notRaised(epsilon.error());
    }
    if (*epsilon <= 0) {
        return notRaised("epsilon is " + formatNumber(*epsilon) + ", LightNet's is above 0");
    }
    const Shape &shape = node.in(0).shape;
    const auto axis = static_cast<std::size_t>(node.integer("axis"));
    const std::int64_t channels = shape[axis];
    for (std::size_t i = 1; i < node.inputCount(); ++i) {
        if (node.in(i).shape != Shape{channels}) {
            return notRaised("its channels are in blocks, which LightNet's are not");
        }
    }
    const auto parameter = [&](std::size_t input, const char *flag, double without) {
        return node.flag(flag) ? node.in(input)
                               : node.make.constant({channels}, node.in(0).type, without);
    };
    const bool isPlain = axis == 1 && shape.size() == 4;
    const LightNetTensor data = node.make.reshape(
        node.in(0), isPlain ? shape
                            : Shape{elementsBetween(shape, 0, axis), channels,
                                    elementsBetween(shape, axis + 1, shape.size()), 1});
    const LightNetTensor result =
        node.make.add("batchnorm",
                      {{"src", data},
                       {"scale", parameter(1, "scale", 1)},
                       {"offset", parameter(2, "center", 0)},
                       {"mean", node.in(3)},
                       {"var", node.in(4)}},
                      {{"epsilon", LightNetAttrText::print(*epsilon)}}, data.shape, data.type);
    return {{node.make.reshape(result, shape), {}, {}}, {}};
}

} // namespace

void addWindowRaising(RaisingRules &rules)
{
    rules["conv2d"] = convolved;
    rules["conv2d_transpose"] = convolvedBack;
    rules["max_pool2d"] = pooled;
    rules["avg_pool2d"] = pooled;
    rules["global_max_pool2d"] = pooledWhole;
    rules["global_avg_pool2d"] = pooledWhole;
    rules["dense"] = dense;
    rules["matmul"] = multiplied;
    rules["batch_norm"] = normalized;
}

} // namespace nervure
