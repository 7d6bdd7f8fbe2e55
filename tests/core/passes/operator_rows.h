// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"
#include "tests/core/passes/raising_probe.h"

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

namespace nervure::tests {

/// The parts of a text between separators; none of an empty one.
inline std::vector<std::string> partsOf(const std::string &text, char separator)
{
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);) {
        parts.push_back(part);
    }
    return parts;
}

/// "key=value;key=value".
inline AttrDict attrsOf(const std::string &text)
{
    AttrDict attrs;
    for (const std::string &item : partsOf(text, ';')) {
        const std::size_t equals = item.find('=');
        attrs.set(item.substr(0, equals), item.substr(equals + 1));
    }
    return attrs;
}

/// "(1,2) (3)".
inline Shapes shapesOf(const std::string &text)
{
    Shapes shapes;
    for (const std::string &shape : partsOf(text, ' ')) {
        shapes.emplace_back(*leadingTuple(shape));
    }
    return shapes;
}

/// An operator of NNVM on inputs of these shapes.
struct OperatorRow {
    const char *op;
    const char *attrs;
    const char *shapes;
    DTypes types{}; ///< of the inputs; not given: float32
};

/// What both LightNet and ONNX have a counterpart of.
const OperatorRow commonOperators[]{
    {"conv2d", "channels=4;kernel_size=(3, 2);padding=(1, 2);strides=(2, 1)",
     "(2,4,7,6) (4,4,3,2) (4)"},
    {"conv2d", "channels=4;kernel_size=(3, 3);groups=2;use_bias=False;dilation=(2, 1)",
     "(1,4,7,6) (4,2,3,3)"},
    {"conv2d", "channels=4;kernel_size=(3, 3);layout=NHWC;kernel_layout=HWIO;use_bias=False",
     "(1,7,6,4) (3,3,4,4)"},
    {"conv2d_transpose", "channels=6;kernel_size=(3, 3);strides=(2, 2);padding=(1, 1);groups=2",
     "(1,4,5,4) (4,3,3,3) (6)"},
    {"conv2d_transpose", "channels=2;kernel_size=(3, 3);strides=(2, 2);output_padding=(1, 1)",
     "(1,4,5,4) (4,2,3,3) (2)"},
    {"dense", "units=3", "(2,5) (3,5) (3)"},
    {"dense", "units=3;use_bias=False", "(2,5) (3,5)"},
    {"matmul", "", "(2,5) (5,3)"},
    {"matmul", "transpose_a=True;transpose_b=True", "(5,2) (3,5)"},
    {"matmul", "", "(2,3,4) (4,5,2)"},
    {"matmul", "transpose_b=True", "(4) (3,4)"},
    {"max_pool2d", "pool_size=(3, 3);strides=(2, 2);padding=(1, 1);ceil_mode=True", "(1,2,8,7)"},
    {"max_pool2d", "pool_size=(2, 2);layout=NHWC", "(1,5,6,2)"},
    {"avg_pool2d", "pool_size=(3, 3);padding=(1, 1)", "(1,2,5,6)"},
    {"avg_pool2d", "pool_size=(3, 3);padding=(1, 1);count_include_pad=True", "(1,2,5,6)"},
    {"avg_pool2d", "pool_size=(3, 3);padding=(1, 0, 0, 1);count_include_pad=True", "(1,2,5,6)"},
    {"avg_pool2d", "pool_size=(2, 2);strides=(2, 2);ceil_mode=True;count_include_pad=True",
     "(1,2,5,6)"},
    {"avg_pool2d", "pool_size=(2, 2);strides=(2, 2);ceil_mode=True", "(1,2,5,5)"},
    {"avg_pool2d", "pool_size=(3, 2);padding=(2, 1, 0, 0)", "(2,2,5,6)"},
    {"global_avg_pool2d", "", "(2,3,4,5)"},
    {"global_max_pool2d", "layout=NHWC", "(2,3,4,5)"},
    {"batch_norm", "epsilon=0.01", "(2,3,4,5) (3) (3) (3) (3)"},
    {"batch_norm", "axis=2;scale=False;center=False", "(2,3,4) (4) (4) (4) (4)"},
    {"elemwise_sub", "", "(2,3) (2,3)"},
    {"elemwise_pow", "", "(2,3) (2,3)"},
    {"broadcast_div", "", "(2,1,3) (4,1)"},
    {"broadcast_max", "", "(2,3) (1)"},
    {"elemwise_sum", "num_args=3", "(2,3) (2,3) (2,3)"},
    {"__add_scalar__", "scalar=2.5", "(2,3)"},
    {"__sub_scalar__", "scalar=2.5", "(2,3)"},
    {"__rsub_scalar__", "scalar=2.5", "(2,3)"},
    {"__mul_scalar__", "scalar=2.5", "(2,3)"},
    {"__div_scalar__", "scalar=2.5", "(2,3)"},
    {"__rdiv_scalar__", "scalar=2.5", "(2,3)"},
    {"__pow_scalar__", "scalar=2.5", "(2,3)"},
    {"__rpow_scalar__", "scalar=2.5", "(2,3)"},
    {"relu", "", "(2,3,2)"},
    {"sigmoid", "", "(2,3,2)"},
    {"exp", "", "(2,3,2)"},
    {"tanh", "", "(2,3,2)"},
    {"sqrt", "", "(2,3,2)"},
    {"negative", "", "(2,3,2)"},
    {"abs", "", "(2,3,2)"},
    {"copy", "", "(2,3,2)"},
    {"block_grad", "", "(2,3,2)"},
    {"ones_like", "", "(2,3,2)"},
    {"zeros_like", "", "(2,3,2)"},
    {"flatten", "", "(2,3,2)"},
    {"softmax", "", "(2,3,2)"},
    {"clip", "a_min=-0.25;a_max=0.5", "(2,3)"},
    {"clip", "a_min=1;a_max=-1", "(2,3)"},
    {"leaky_relu", "alpha=0.1", "(2,3)"},
    {"leaky_relu", "alpha=0", "(2,3)"},
    {"prelu", "axis=1", "(2,3,2,2) (3)"},
    {"prelu", "axis=3", "(2,3,2,4) (4)"},
    {"dropout", "", "(2,3)"},
    {"full_like", "fill_value=-2.5", "(2,3)"},
    {"full", "fill_value=1.5;shape=(2, 3)", ""},
    {"zeros", "shape=(2, 3);dtype=float64", ""},
    {"softmax", "axis=1", "(2,3,4)"},
    {"reshape", "shape=(0, -1)", "(2,3,4)"},
    {"reshape_like", "", "(2,6) (3,4)"},
    {"expand_dims", "axis=1;num_newaxis=2", "(2,3)"},
    {"squeeze", "", "(2,1,3)"},
    {"transpose", "", "(2,3,4)"},
    {"transpose", "axes=(1, 2, 0)", "(2,3,4)"},
    {"concatenate", "axis=-1", "(2,3) (2,1) (2,2)"},
    {"strided_slice", "begin=(0, -3);end=(2, 4)", "(3,4)"},
    {"strided_slice", "begin=(2, 3);end=(0, 0);stride=(-1, -2)", "(3,4)"},
    {"slice_like", "", "(3,4) (2,2)"},
    {"slice_like", "axis=(1,)", "(3,4) (2,2)"},
    {"flip", "axis=1", "(3,4,2)"},
    {"pad", "pad_width=((0, 0), (1, 2));pad_value=2.5", "(2,3)"},
    {"pad", "pad_width=((1, -1), (-1, 2))", "(2,3)"},
    {"broadcast_to", "shape=(2, 3, 4)", "(1,3,1)"},
    {"expand_like", "axis=(1,)", "(2,4) (2,3,4)"},
    {"expand_like", "axis=(0, 2);exclude=True", "(2,4) (2,3,4)"},
    {"upsampling", "scale=3", "(1,2,3,2)"},
    {"upsampling", "scale=2;layout=NHWC", "(1,2,3,2)"},
    {"resize", "size=(4, 6);method=NEAREST_NEIGHBOR", "(1,2,2,3)"},
    {"__layout_transform__", "src_layout=NCHW;dst_layout=NHWC", "(1,2,3,4)"},
    {"sum", "axis=(0, 2)", "(2,3,4)"},
    {"sum", "axis=(1,);exclude=True;keepdims=True", "(2,3,4)"},
    {"sum", "", "(2,3,4)"},
    {"mean", "", "(2,3,4)"},
    {"max", "axis=(0, 2);keepdims=True", "(2,3,4)"},
    {"min", "axis=(1,)", "(2,3,4)"},
    {"argmax", "axis=(1,)", "(2,3,4)"},
    {"argmax", "", "(2,3,4)"},
    {"argmin", "axis=(2, 0)", "(2,3,4)"},
    {"collapse_sum", "", "(2,3,4) (3,1)"},
    {"l2_normalize", "eps=0.001;axis=(1,)", "(2,3,4)"},
    {"split", "indices_or_sections=2;axis=-1", "(2,4)"},
    {"take", "axis=-1", "(3,4) (2,2)", {DType::Float32, DType::Int32}},
    {"take", "", "(3,4) (5)", {DType::Float64, DType::Int32}},
    {"__div_scalar__", "scalar=-2.5", "(2,3)", {DType::Int32}},
    {"__add_scalar__", "scalar=200", "(2,3)", {DType::UInt8}},
    {"__rsub_scalar__", "scalar=-7", "(2,3)", {DType::Int64}},
    {"pad", "pad_width=((0, 0), (1, 2));pad_value=-3", "(2,3)", {DType::Int8}},
};

/// A row as a graph, with values that the operator can compute with.
struct OperatorSample {
    OneOperator one;
    TensorMap values;
};

inline OperatorSample sampleOf(const OperatorRow &row, const Raising &raising)
{
    const std::string op = row.op;
    OperatorSample sample{{op, attrsOf(row.attrs), shapesOf(row.shapes)}, {}};
    OneOperator &one = sample.one;
    if (!raising.builtins().ops.find(Dialect::Nnvm, op)) {
        one.graph.edit(one.graph.heads()[0].node).dialect = Dialect::Nervure;
    }
    for (std::size_t i = 0; i < row.types.size(); ++i) {
        one.facts.dtypes["v" + std::to_string(i)] = row.types[i];
    }
    if (op == "split") {
        const NodeId split = one.graph.heads()[0].node;
        one.graph.setHeads({{split, 0, 0}, {split, 1, 0}});
    }
    sample.values = raising.seeded(one.graph, one.facts);
    for (std::size_t i = 0; i < row.types.size(); ++i) {
        const TensorView view = sample.values.at("v" + std::to_string(i)).view();
        for (std::int64_t k = 0; k < view.count() && !isFloat(row.types[i]); ++k) {
            storeElement(view, k, static_cast<double>(k % 3)); // places, for take
        }
    }
    if (op == "sqrt" || op == "log" || op.find("pow") != std::string::npos
        || op.find("div") != std::string::npos || op.find("mod") != std::string::npos) {
        for (auto &[name, tensor] : sample.values) {
            for (std::int64_t i = 0; i < tensor.count(); ++i) {
                storeElement(tensor.view(), i, std::fabs(elementAsDouble(tensor.view(), i)) + 0.1);
            }
        }
    }
    if (op == "batch_norm") {
        for (float &variance : sample.values.at("v4").elements<float>()) {
            variance = std::fabs(variance) + 0.5F;
        }
    }
    return sample;
}

} // namespace nervure::tests
