// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/graph/op/attr_field.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// A value of an ONNX graph that is being made. Without a valid node it stands for an input that is left out.
struct OnnxTensor {
    Entry entry;
    Shape shape;
    DType type = DType::Unknown; ///< Bool: what comparisons give
};

/// Numbers as texts of ONNX's attributes: "[3, 3]", "0.1".
[[nodiscard]] std::string onnxIntegers(const IntTuple &values);
[[nodiscard]] std::string onnxNumber(double value);

/// Adds ONNX's operators and constants to a graph. A node is called after what it is, "reshape" or "axes", until
/// its user gives it a name, and its outputs have no names. Callers see to it that shapes and types fit; what
/// would change nothing is not added.
class OnnxBuilder {
public:
    explicit OnnxBuilder(Graph &graph) : m_graph(graph) {}

    /// The nodes added since this was called before.
    [[nodiscard]] std::vector<NodeId> takeAdded();
    /// Removes them.
    void dropAdded();

    /// An operator with one output.
    OnnxTensor add(std::string_view op, const std::vector<OnnxTensor> &inputs, AttrDict attrs,
                   Shape shape, DType type);
    /// An operator of one input whose output is like it.
    OnnxTensor alike(std::string_view op, const OnnxTensor &x, AttrDict attrs = {});
    /// Of two whose shapes are broadcast; the result has the first one's type.
    OnnxTensor arithmetic(std::string_view op, const OnnxTensor &a, const OnnxTensor &b);
    /// The same, giving truth values.
    OnnxTensor comparison(std::string_view op, const OnnxTensor &a, const OnnxTensor &b);
    /// The tensor cut along an axis into parts of these sizes.
    std::vector<OnnxTensor> split(const OnnxTensor &x, std::size_t axis, const IntTuple &sizes);

    /// A number without dimensions.
    OnnxTensor scalar(double value, DType type);
    /// A list of int64, called after its role: "axes".
    OnnxTensor integers(std::string_view role, const IntTuple &values);
    OnnxTensor numbers(const Shape &shape, DType type, const NumberTuple &values);
    /// A tensor of one number.
    OnnxTensor filled(const Shape &shape, DType type, double value);

    OnnxTensor cast(const OnnxTensor &x, DType type);
    OnnxTensor reshape(const OnnxTensor &x, const Shape &shape);
    OnnxTensor transpose(const OnnxTensor &x, const IntTuple &order);
    /// Repeats what has a size of 1, or lacks a dimension in front.
    OnnxTensor expand(const OnnxTensor &x, const Shape &shape);
    /// So many elements of one number in front and behind, by dimension; negative: cut off.
    OnnxTensor pad(const OnnxTensor &x, const std::vector<IntTuple> &widths, double value);
    /// The dimensions as `to` has them; nothing unless both have the same letters, one a dimension.
    std::optional<OnnxTensor> inLayout(const OnnxTensor &x, std::string_view from,
                                       std::string_view to);

private:
    NodeId addNode(Node node, std::size_t outputs);
    OnnxTensor constant(std::string_view role, AttrDict attrs, const Shape &shape, DType type,
                        std::string values);

    Graph &m_graph;
    std::vector<NodeId> m_added;
};

} // namespace nervure
