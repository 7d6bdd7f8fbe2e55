// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"
#include "core/passes/pass_spec.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure {

/// One operator of NNVM while a pass makes another framework's of it: its shapes and types, all of which are
/// known, and its attributes with their defaults.
class NnvmNode {
public:
    NnvmNode(const PassContext &context, std::uint32_t node)
        : m_context(context),
          m_node(context.index->node(node)),
          m_id(node)
    {}

    [[nodiscard]] const std::string &op() const { return m_node.spec->name; }
    [[nodiscard]] std::size_t inputCount() const { return m_node.inputs.size(); }
    [[nodiscard]] const Shape &inShape(std::size_t i) const;
    [[nodiscard]] DType inType(std::size_t i) const;
    [[nodiscard]] std::uint32_t outputCount() const { return m_node.outputCount; }
    [[nodiscard]] const Shape &outShape(std::uint32_t i = 0) const;
    [[nodiscard]] DType outType(std::uint32_t i = 0) const;
    [[nodiscard]] Semantics semantics() const { return m_context.semantics; }

    /// Attributes, with their defaults.
    [[nodiscard]] std::int64_t integer(std::string_view name) const;
    [[nodiscard]] double number(std::string_view name) const;
    [[nodiscard]] bool flag(std::string_view name) const;
    [[nodiscard]] IntTuple integers(std::string_view name) const;
    [[nodiscard]] std::string text(std::string_view name) const;
    template <typename T>
    [[nodiscard]] T value(std::string_view name) const;
    /// A number as an element of the output's type, or why that cannot hold it; `rounds`: NNVM makes it a
    /// float32 first.
    [[nodiscard]] Result<double> element(std::string_view name, bool rounds) const;
    /// The attribute "axis" counted from the first of `rank` dimensions.
    [[nodiscard]] Result<std::size_t> axis(std::size_t rank) const;

protected:
    [[nodiscard]] const PassContext &context() const { return m_context; }
    [[nodiscard]] const IndexedNode &node() const { return m_node; }
    [[nodiscard]] std::uint32_t id() const { return m_id; }

private:
    const PassContext &m_context;
    const IndexedNode &m_node;
    std::uint32_t m_id;
};

/// Fails, for the pass of that name, unless shape and type of every entry are known, which `reader` needs: "as
/// LightNet's documents hold it".
[[nodiscard]] Status requireKnownEntries(const PassContext &context, const std::string &pass,
                                         std::string_view reader);
/// Which entries an operator reads, or are results.
[[nodiscard]] std::vector<bool> readEntries(const IndexedGraph &index);
/// What the operator's own rule finds wrong; inference only asked it while something was unknown. Empty:
/// nothing.
[[nodiscard]] std::string contradictionOf(const PassContext &context, std::uint32_t id);

/// Why the inputs and the first output have not all one type, as they have in the other framework; empty: they
/// have.
[[nodiscard]] std::string mixedTypesOf(const NnvmNode &node, std::string_view framework);

/// The dimension that `axis` names among `rank`, counted from the last when it is negative.
[[nodiscard]] std::optional<std::size_t> dimensionOf(std::int64_t axis, std::size_t rank);
/// "axis is 4, expected one of 3 dimensions".
[[nodiscard]] std::string noDimension(std::int64_t axis, std::size_t rank);

/// The dimensions that a reduction takes away, in order, or what is wrong with `axis`.
[[nodiscard]] Result<std::vector<std::size_t>> reducedDimensions(const NnvmNode &node);
/// The order that transpose gives the dimensions, or what is wrong with `axes`.
[[nodiscard]] Result<IntTuple> transposedOrder(const NnvmNode &node);
/// The shape of expand_like's data with 1 where the result has new dimensions, or why it does not fit.
[[nodiscard]] Result<Shape> expandedShape(const NnvmNode &node);

/// What strided_slice takes along one axis.
struct StridedRange {
    std::int64_t begin = 0;
    std::int64_t stride = 1;
    std::int64_t count = 0;
};
/// By dimension of the data.
[[nodiscard]] std::vector<StridedRange> stridedRanges(const NnvmNode &node);

/// Where in `from` the dimensions are that `to` names by the same letters; nothing unless both have the same
/// letters, each once.
[[nodiscard]] std::optional<IntTuple> layoutOrder(std::string_view from, std::string_view to);
/// A shape in that layout with its dimensions as `to` has them.
[[nodiscard]] Shape shapeInLayout(const Shape &shape, std::string_view from, std::string_view to);

/// Top, left, bottom and right of two numbers for height and width.
[[nodiscard]] IntTuple paddingOfBothSides(const IntTuple &padding);
/// A pool's padding, top, left, bottom and right, with what ceil_mode adds at the bottom and the right, so that
/// rounding down gives the same size. The shapes are NCHW.
[[nodiscard]] IntTuple pooledPadding(const NnvmNode &node, const Shape &in, const Shape &out);

/// What another framework calls the operators of two operands whose names end so: "_add", "_rsub".
using NameByEnding = std::pair<std::string_view, std::string_view>;

/// The name of the first ending that fits an operator, of those with a number too ("__add_scalar__"); empty
/// when there is none.
[[nodiscard]] std::string_view byArithmetic(std::string_view op,
                                            std::span<const NameByEnding> names);

} // namespace nervure
