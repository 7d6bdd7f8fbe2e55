// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/graph/op/attr_field.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace nervure {

/// A tensor of a LightNet document that is being made.
struct LightNetTensor {
    Entry entry;
    Shape shape;
    DType type = DType::Unknown;
};

/// A sliding window, as LightNet says it.
struct LightNetWindow {
    IntTuple size;
    IntTuple stride{1, 1};
    IntTuple dilation{1, 1};
    IntTuple padding{0, 0, 0, 0}; ///< top, left, bottom, right
    std::int64_t group = 1;
};

/// The elements of the dimensions from `from` up to `to`; 0 beyond what a number can count.
[[nodiscard]] std::int64_t elementsBetween(const Shape &shape, std::size_t from, std::size_t to);

/// Adds LightNet operators to a graph, without names. Callers see to it that shapes and types fit;
/// what would change nothing is not added.
class LightNetBuilder {
public:
    using Inputs = std::vector<std::pair<std::string_view, LightNetTensor>>;

    explicit LightNetBuilder(Graph &graph) : m_graph(graph) {}

    /// The nodes added since takeAdded() was called.
    [[nodiscard]] const std::vector<NodeId> &added() const { return m_added; }
    [[nodiscard]] std::vector<NodeId> takeAdded();
    /// Uses none of them again.
    void dropAdded();

    /// An operator with one output, "dst".
    LightNetTensor add(std::string_view op, const Inputs &inputs, AttrDict params, Shape shape,
                       DType type);
    /// An operator of one input whose output is like it.
    LightNetTensor alike(std::string_view op, const LightNetTensor &src, AttrDict params = {});

    /// An operator as it stands, reading these.
    NodeId copy(Node node, const Inputs &inputs);

    /// A tensor for values from outside: zeros, unless the weight file has it.
    LightNetTensor variable(const Shape &shape, DType type, bool isFromFile);
    /// A tensor of one number, which must be finite, made once: a new one, or the one that there is.
    LightNetTensor filled(const Shape &shape, DType type, double value);
    LightNetTensor constant(const Shape &shape, DType type, double value);
    /// A tensor of these numbers, made once.
    LightNetTensor values(const Shape &shape, DType type, const NumberTuple &values);
    /// Zeros, made in every run.
    LightNetTensor zeros(const Shape &shape, DType type);

    /// `op` is one of LightNet's names of arithmetic, "TL_SUM".
    LightNetTensor arithmetic(std::string_view op, const LightNetTensor &a,
                              const LightNetTensor &b);
    LightNetTensor arithmetic(std::string_view op, const LightNetTensor &a, double b);

    LightNetTensor reshape(const LightNetTensor &src, const Shape &shape);
    LightNetTensor transpose(const LightNetTensor &src, const IntTuple &axes);
    LightNetTensor slice(const LightNetTensor &src, std::size_t axis, std::int64_t start,
                         std::int64_t length);
    LightNetTensor concat(const LightNetTensor &a, const LightNetTensor &b, std::size_t axis);
    /// So many elements of one number in front and behind along an axis.
    LightNetTensor pad(const LightNetTensor &src, std::size_t axis, std::int64_t front,
                       std::int64_t behind, double value);
    /// What lies at `positions`, a list of int32, along an axis.
    LightNetTensor pick(const LightNetTensor &src, std::size_t axis,
                        const LightNetTensor &positions);
    /// Repeats each element along dimensions whose size `shape` has a multiple of, as those of 1;
    /// missing ones in front count as 1.
    LightNetTensor stretch(const LightNetTensor &src, const Shape &shape);

    /// The largest along an axis, which is left with 1.
    LightNetTensor largest(const LightNetTensor &src, std::size_t axis);
    /// Where it is, as int32.
    LightNetTensor placeOfLargest(const LightNetTensor &src, std::size_t axis);

    /// "conv2d" or "deconv2d"; both need a bias.
    LightNetTensor convolve(std::string_view op, const LightNetTensor &data,
                            const LightNetTensor &weight, const LightNetTensor &bias,
                            const LightNetWindow &window, const Shape &shape);
    /// "maxpool2d" or "avgpool2d".
    LightNetTensor pool(std::string_view op, const LightNetTensor &data,
                        const LightNetWindow &window, const Shape &shape);
    /// Every row of `rows` [m, k] times every row of `columns` [n, k], plus `bias` [n].
    LightNetTensor product(const LightNetTensor &rows, const LightNetTensor &columns,
                           const LightNetTensor &bias);

private:
    LightNetTensor create(const Shape &shape, DType type, const NumberTuple &range,
                          const NumberTuple &data, bool isFromFile);

    Graph &m_graph;
    std::vector<NodeId> m_added;
    std::unordered_map<std::string, LightNetTensor> m_constants; ///< by what they hold
    std::unordered_map<NodeId, LightNetTensor> m_reshaped;       ///< what those of m_added reshape
};

} // namespace nervure
