// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/nnvm_raising.h"

#include "core/graph/op/lightnet_text.h"
#include "core/support/text.h"

#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <set>

namespace nervure {

const LightNetTensor &RaisedNode::in(std::size_t i) const
{
    return m_entries.tensors[context().index->entryId(node().inputs[i])];
}

bool RaisedNode::isRead(std::uint32_t output) const
{
    return m_entries.isRead[context().index->entryId(id(), output)];
}

std::optional<RaisedNode> RaisedNode::producer(std::size_t i) const
{
    const std::uint32_t source = node().inputs[i].nodeId;
    const IndexedNode &maker = context().index->node(source);
    return maker.spec && maker.node->dialect == Dialect::Nnvm
               ? std::optional(RaisedNode(context(), source, m_entries, make))
               : std::nullopt;
}

/// LightNet takes the nearest for what does not fit, NNVM does not.
Result<double> RaisedNode::element(std::string_view name, bool rounds) const
{
    const double written = number(name);
    return std::isfinite(written)
               ? NnvmNode::element(name, rounds)
               : makeError("not-raised", "{} is {}, LightNet's documents hold finite numbers only",
                           name, formatNumber(written));
}

std::string whyNotOneType(const RaisedNode &node)
{
    return mixedTypesOf(node, "LightNet");
}

std::string whyNoFloats(DType type)
{
    return isFloat(type) ? std::string()
                         : "the data is " + std::string(dtypeName(type))
                               + ", LightNet computes this like NNVM for floats only";
}

std::string whyNotFloats(const RaisedNode &node)
{
    std::string reason = whyNotOneType(node);
    return reason.empty() ? whyNoFloats(node.outType()) : reason;
}

std::string whyNoTensor(const Shape &shape, DType type)
{
    constexpr std::size_t mostDimensions = 8;
    if (lightNetTypeName(type).empty()) {
        return "LightNet has no type " + std::string(dtypeName(type));
    }
    if (shape.isScalar() || shape.size() > mostDimensions) {
        return fmt::format("a tensor has {} dimensions, LightNet's have 1 to 8", shape.size());
    }
    const auto count = elementCount(shape);
    if (count == 0) {
        return "a tensor of shape " + shapeText(shape) + " has no elements, LightNet's have some";
    }
    if (!count || *count > std::numeric_limits<std::int32_t>::max()) {
        return "a tensor of shape " + shapeText(shape)
               + " has more than LightNet's 2147483647 elements";
    }
    return {};
}

std::optional<LightNetTensor> inLayout(LightNetBuilder &make, const LightNetTensor &tensor,
                                       std::string_view from, std::string_view to)
{
    const auto order = layoutOrder(from, to);
    return order && from.size() == tensor.shape.size()
               ? std::optional(make.transpose(tensor, *order))
               : std::nullopt;
}

namespace {

struct Refusal {
    const char *reason;
    std::set<std::string, std::less<>> operators;
};

/// Why LightNet's operators cannot make up for these.
const std::vector<Refusal> &refusals()
{
    static const std::vector<Refusal> all{
        {"LightNet compares no elements",
         {"broadcast_greater", "broadcast_less", "broadcast_equal", "broadcast_not_equal",
          "broadcast_greater_equal", "broadcast_less_equal", "greater", "less", "where",
          "_max_mask", "_min_mask"}},
        {"LightNet rounds no elements", {"floor", "ceil", "trunc", "round"}},
        {"LightNet has no remainders", {"broadcast_mod", "elemwise_mod"}},
        {"LightNet has no operators on bits",
         {"broadcast_left_shift", "broadcast_right_shift", "__lshift_scalar__",
          "__rshift_scalar__"}},
        {"LightNet has no logarithm", {"log", "log_softmax"}},
        {"LightNet has no product along an axis", {"prod"}},
        {"LightNet changes no tensor that is there", {"_assign"}},
        {"LightNet computes no gradients", {"_conv2d_grad", "_max_pool2d_grad"}},
    };
    return all;
}

std::string reasonFor(std::string_view op)
{
    for (const Refusal &refusal : refusals()) {
        if (refusal.operators.count(op) != 0) {
            return refusal.reason;
        }
    }
    return "LightNet has no operators for it";
}

RaisingRules allRules()
{
    RaisingRules rules;
    addWindowRaising(rules);
    addElementRaising(rules);
    addLayoutRaising(rules);
    addReductionRaising(rules);
    return rules;
}

} // namespace

Raised raiseNnvm(RaisedNode &node)
{
    static const RaisingRules rules = allRules();
    const auto rule = rules.find(node.op());
    return rule == rules.end() ? notRaised(reasonFor(node.op())) : rule->second(node);
}

} // namespace nervure
