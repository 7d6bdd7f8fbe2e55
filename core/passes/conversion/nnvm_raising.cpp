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
    return m_entries.tensors[m_context.index->entryId(m_node.inputs[i])];
}

const Shape &RaisedNode::outShape(std::uint32_t i) const
{
    return (
        *m_context.analyses.find(keys::shape, m_context.index))[m_context.index->entryId(m_id, i)];
}

DType RaisedNode::outType(std::uint32_t i) const
{
    return (
        *m_context.analyses.find(keys::dtype, m_context.index))[m_context.index->entryId(m_id, i)];
}

bool RaisedNode::isRead(std::uint32_t output) const
{
    return m_entries.isRead[m_context.index->entryId(m_id, output)];
}

std::optional<RaisedNode> RaisedNode::producer(std::size_t i) const
{
    const std::uint32_t id = m_node.inputs[i].nodeId;
    const IndexedNode &node = m_context.index->node(id);
    return node.spec && node.node->dialect == Dialect::Nnvm
               ? std::optional(RaisedNode(m_context, id, m_entries, make))
               : std::nullopt;
}

/// Attributes were checked when the graph was indexed.
template <typename T>
T RaisedNode::value(std::string_view name) const
{
    T value{};
    if (const std::string *written = m_node.node->attrs.find(name)) {
        (void)NnvmAttrText::parse(*written, value);
    } else if (const AttrDecl *decl = m_node.spec->attrs.find(name)) {
        (void)NnvmAttrText::parse(decl->print(m_node.attrs.data()), value);
    }
    return value;
}

template IntTuples RaisedNode::value(std::string_view) const;
template OptionalInteger RaisedNode::value(std::string_view) const;

std::int64_t RaisedNode::integer(std::string_view name) const
{
    return value<std::int64_t>(name);
}

double RaisedNode::number(std::string_view name) const
{
    return value<double>(name);
}

namespace {

/// Whether a number, whole where the type is, is an element of it.
bool isElement(double number, DType type)
{
    if (isFloat(type)) {
        constexpr double most = std::numeric_limits<float>::max();
        return type == DType::Float64 || std::fabs(number) <= most;
    }
    const bool isUnsigned = type == DType::UInt8 || type == DType::UInt16 || type == DType::UInt32
                            || type == DType::UInt64;
    const int bits = static_cast<int>(8 * dtypeBytes(type));
    const double beyond = std::ldexp(1, isUnsigned ? bits : bits - 1);
    return number < beyond && number >= (isUnsigned ? 0 : -beyond);
}

} // namespace

/// Whole types drop the fraction. LightNet takes the nearest for what does not fit, NNVM does not.
Result<double> RaisedNode::element(std::string_view name, bool rounds) const
{
    const double written = number(name);
    const auto refused = [&](const std::string &why) {
        return makeError("not-raised", "{} is {}, {}", name, formatNumber(written), why);
    };
    const auto unfit = [&](DType type) {
        return refused("which " + std::string(dtypeName(type)) + " cannot hold");
    };
    if (!std::isfinite(written)) {
        return refused("LightNet's documents hold finite numbers only");
    }
    if (rounds && !isElement(written, DType::Float32)) {
        return unfit(DType::Float32);
    }
    const double rounded = rounds ? static_cast<double>(static_cast<float>(written)) : written;
    const double value = isFloat(outType()) ? rounded : std::trunc(rounded);
    return isElement(value, outType()) ? Result<double>(value) : unfit(outType());
}

bool RaisedNode::flag(std::string_view name) const
{
    return value<bool>(name);
}

IntTuple RaisedNode::integers(std::string_view name) const
{
    return value<IntTuple>(name);
}

std::string RaisedNode::text(std::string_view name) const
{
    return value<std::string>(name);
}

Result<std::size_t> RaisedNode::axis(std::size_t rank) const
{
    const std::int64_t written = integer("axis");
    const auto dimension = dimensionOf(written, rank);
    return dimension ? Result<std::size_t>(*dimension)
                     : makeError("not-raised", noDimension(written, rank));
}

std::optional<std::size_t> dimensionOf(std::int64_t axis, std::size_t rank)
{
    const auto count = static_cast<std::int64_t>(rank);
    return axis < -count || axis >= count
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(axis < 0 ? axis + count : axis));
}

std::string noDimension(std::int64_t axis, std::size_t rank)
{
    return fmt::format("axis is {}, expected one of {} dimensions", axis, rank);
}

std::string whyNotOneType(const RaisedNode &node)
{
    for (std::size_t i = 0; i < node.inputCount(); ++i) {
        if (node.in(i).type != node.outType()) {
            return fmt::format("input {} is {} and the output {}, in LightNet they have one type",
                               i, dtypeName(node.in(i).type), dtypeName(node.outType()));
        }
    }
    return {};
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
    if (shape.size() > mostDimensions) {
        return fmt::format("a tensor has {} dimensions, LightNet's have 8 at most", shape.size());
    }
    const auto count = elementCount(shape);
    if (!count || *count > std::numeric_limits<std::int32_t>::max()) {
        return "a tensor of shape " + shapeText(shape)
               + " has more than LightNet's 2147483647 elements";
    }
    return {};
}

std::optional<LightNetTensor> inLayout(LightNetBuilder &make, const LightNetTensor &tensor,
                                       std::string_view from, std::string_view to)
{
    if (from.size() != to.size() || from.size() != tensor.shape.size()) {
        return std::nullopt;
    }
    IntTuple axes;
    for (const char letter : to) {
        const std::size_t place = from.find(letter);
        if (place == std::string_view::npos) {
            return std::nullopt;
        }
        axes.push_back(static_cast<std::int64_t>(place));
    }
    return make.transpose(tensor, axes);
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
