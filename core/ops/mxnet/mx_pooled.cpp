// SPDX-License-Identifier: Apache-2.0
#include "core/ops/mxnet/mx_pooled.h"

#include <algorithm>

namespace nervure {

namespace {

/// What windows take up behind the input, beyond what is there: at least 0.
std::int64_t overhang(const MXNetWindow &window, std::size_t i, std::int64_t in, std::int64_t out)
{
    const std::int64_t end = (out - 1) * window.stride[i] + window.kernel[i];
    return std::max<std::int64_t>(end - in - window.pad[i], 0);
}

/// The padding to which NNVM gives as many windows: the same on both sides where that does, which more
/// kernels know.
IntTuple paddingOf(const MXNetWindow &window, const Shape &in, const Shape &out)
{
    bool isEven = true;
    IntTuple behind;
    for (std::size_t i = 0; i < 2; ++i) {
        const std::int64_t room = in[2 + i] + 2 * window.pad[i] - window.kernel[i];
        isEven = isEven && room >= 0 && room / window.stride[i] + 1 == out[2 + i];
        behind.push_back(overhang(window, i, in[2 + i], out[2 + i]));
    }
    return isEven ? window.pad : IntTuple{window.pad[0], window.pad[1], behind[0], behind[1]};
}

Entry makePool2d(const Lowering &op, const char *name, Entry data, const Pooled &pooled,
                 const Shape &in, const Shape &out, bool countsPad)
{
    const MXNetWindow &window = pooled.window;
    AttrDict dict = attrsOf({{"pool_size", attrText(window.kernel)},
                             {"strides", attrText(window.stride)},
                             {"padding", attrText(paddingOf(window, in, out))}});
    if (pooled.kind != Pooled::Kind::Max) {
        dict.set("count_include_pad", attrText(countsPad));
    }
    return op.make(name, {data}, std::move(dict));
}

/// Whether a window reaches beyond the padding.
bool hangsOver(const MXNetWindow &window, const Shape &in, const Shape &out)
{
    return overhang(window, 0, in[2], out[2]) > window.pad[0]
           || overhang(window, 1, in[3], out[3]) > window.pad[1];
}

/// NNVM's average divides by the whole window or by the cells of the input: where a window hangs over,
/// the padding that counts is made part of the input.
Entry averageWindows(const Lowering &op, Entry data, Pooled pooled, Shape in, const Shape &out)
{
    const bool isPadded = pooled.window.pad[0] != 0 || pooled.window.pad[1] != 0;
    if (!pooled.countsPad || !hangsOver(pooled.window, in, out)) {
        return makePool2d(op, "avg_pool2d", data, pooled, in, out, pooled.countsPad && isPadded);
    }
    const IntTuple edge{0, 0, pooled.window.pad[0], pooled.window.pad[1]};
    data = padded(op, data, edge, edge);
    for (std::size_t i = 2; i < 4; ++i) {
        in[i] += 2 * edge[i];
    }
    pooled.window.pad = {0, 0};
    return makePool2d(op, "avg_pool2d", data, pooled, in, out, false);
}

Entry poolImages(const Lowering &op, Entry data, const Pooled &pooled, const Shape &in,
                 const Shape &out)
{
    switch (pooled.kind) {
    case Pooled::Kind::Max: return makePool2d(op, "max_pool2d", data, pooled, in, out, false);
    case Pooled::Kind::Average: return averageWindows(op, data, pooled, in, out);
    case Pooled::Kind::Sum: break;
    }
    const Entry mean = makePool2d(op, "avg_pool2d", data, pooled, in, out, true);
    return op.makeScalar("__mul_scalar__", mean, static_cast<double>(pooled.window.cells()));
}

/// The window along one dimension, of images in which that is height.
MXNetWindow alongHeight(const MXNetWindow &window, std::size_t i)
{
    return {{window.kernel[i], 1}, {window.stride[i], 1}, {window.pad[i], 0}, {1, 1}};
}

MXNetWindow ofImages(const MXNetWindow &window)
{
    return {{window.kernel[1], window.kernel[2]},
            {window.stride[1], window.stride[2]},
            {window.pad[1], window.pad[2]},
            {1, 1}};
}

} // namespace

Entry poolWindows(const Lowering &op, Entry data, const Pooled &pooled, const Shape &in,
                  const Shape &out)
{
    Pooled part = pooled;
    if (in.size() == 4) {
        return poolImages(op, data, part, in, out);
    }
    const auto step = [&](const Shape &from, const Shape &to) {
        data = poolImages(op, op.reshape(data, from), part, from, to);
    };
    if (in.size() == 3) {
        part.window = alongHeight(pooled.window, 0);
        step({in[0], in[1], in[2], 1}, {in[0], in[1], out[2], 1});
    } else {
        part.window = ofImages(pooled.window);
        step({in[0], in[1] * in[2], in[3], in[4]}, {in[0], in[1] * in[2], out[3], out[4]});
        part.window = alongHeight(pooled.window, 0);
        step({in[0], in[1], in[2], out[3] * out[4]}, {in[0], in[1], out[2], out[3] * out[4]});
    }
    return op.reshape(data, out);
}

Entry poolGlobally(const Lowering &op, Entry data, Pooled::Kind kind, const Shape &in)
{
    if (in.size() == 4 && kind != Pooled::Kind::Sum) {
        return op.make(kind == Pooled::Kind::Max ? "global_max_pool2d" : "global_avg_pool2d",
                       {data});
    }
    IntTuple axes;
    for (std::size_t i = 2; i < in.size(); ++i) {
        axes.push_back(static_cast<std::int64_t>(i));
    }
    const char *name = kind == Pooled::Kind::Max   ? "max"
                       : kind == Pooled::Kind::Sum ? "sum"
                                                   : "mean";
    return op.make(name, {data}, attrsOf({{"axis", attrText(axes)}, {"keepdims", attrText(true)}}));
}

} // namespace nervure
