// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/conversion/lightnet_builder.h"
#include "core/passes/conversion/nnvm_node.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What is known of the tensors while a graph is raised, by entry of the graph.
struct RaisedEntries {
    std::vector<LightNetTensor> tensors; ///< for what was raised already
    std::vector<bool> isRead;            ///< by an operator, or as a result
};

/// One operator of NNVM while it becomes LightNet's: what it reads in the new graph, what it says,
/// and what it is made with. All shapes and types are such that LightNet has them.
class RaisedNode : public NnvmNode {
public:
    RaisedNode(const PassContext &context, std::uint32_t node, const RaisedEntries &entries,
               LightNetBuilder &builder)
        : NnvmNode(context, node),
          make(builder),
          m_entries(entries)
    {}

    LightNetBuilder &make;

    [[nodiscard]] const LightNetTensor &in(std::size_t i) const;
    [[nodiscard]] bool isRead(std::uint32_t output) const;
    /// The operator that makes an input; nothing for variables.
    [[nodiscard]] std::optional<RaisedNode> producer(std::size_t i) const;
    /// NnvmNode::element(), or why a document cannot hold it.
    [[nodiscard]] Result<double> element(std::string_view name, bool rounds) const;

private:
    const RaisedEntries &m_entries;
};

/// What an operator became: a tensor for each output (those that nothing reads may be left empty),
/// or why it has no counterpart.
struct Raised {
    std::vector<LightNetTensor> outputs;
    std::string reason; ///< empty: it has one
};

[[nodiscard]] inline Raised raisedAs(LightNetTensor tensor)
{
    return {{std::move(tensor)}, {}};
}
[[nodiscard]] inline Raised notRaised(std::string reason)
{
    return {{}, std::move(reason)};
}
[[nodiscard]] inline Raised notRaised(const Diagnostic &reason)
{
    return notRaised(reason.message);
}

/// Why the inputs and the first output have not all one type; empty if they have.
[[nodiscard]] std::string whyNotOneType(const RaisedNode &node);
/// Why elements of a type are computed otherwise than by NNVM; empty for floats.
[[nodiscard]] std::string whyNoFloats(DType type);
/// Both for an operator whose inputs and first output are floats of one type.
[[nodiscard]] std::string whyNotFloats(const RaisedNode &node);

/// Longest list of numbers that a document is given for one operator.
inline constexpr std::int64_t mostListed = 1 << 20;

using RaisingRule = Raised (*)(RaisedNode &);
using RaisingRules = std::map<std::string, RaisingRule, std::less<>>;

/// The rules of convolutions, pools, matrix products and normalizations.
void addWindowRaising(RaisingRules &rules);
/// Of what computes element by element, and of constants.
void addElementRaising(RaisingRules &rules);
/// Of what moves elements.
void addLayoutRaising(RaisingRules &rules);
/// Of what makes one element of many.
void addReductionRaising(RaisingRules &rules);

/// The counterpart of an operator, or why there is none.
[[nodiscard]] Raised raiseNnvm(RaisedNode &node);

/// Why LightNet cannot hold a tensor; empty if it can.
[[nodiscard]] std::string whyNoTensor(const Shape &shape, DType type);

/// `tensor`, whose dimensions stand as the letters of `from` say, in the order of `to`. Nothing
/// unless both have the same letters, one for each dimension.
[[nodiscard]] std::optional<LightNetTensor> inLayout(LightNetBuilder &make,
                                                     const LightNetTensor &tensor,
                                                     std::string_view from, std::string_view to);

} // namespace nervure
