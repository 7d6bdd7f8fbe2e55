// SPDX-License-Identifier: Apache-2.0
#include "core/ops/normalization/batch_norm_rewrites.h"

#include "core/ops/normalization/batch_norm.h"
#include "core/ops/rules/layout_rules.h"

#include <fmt/format.h>

namespace nervure {

namespace {

bool hasBlocksBesideChannels(const Layout &layout)
{
    for (std::size_t i = 0; i < layout.rank(); ++i) {
        if (layout.axis(i) >= 'a' && layout.axis(i) != 'c') {
            return true;
        }
    }
    return false;
}

bool isFit(const Layout &data, std::int64_t axis)
{
    const bool isLast =
        !data.contains('c') || data.indexOf('c') + 1 == static_cast<int>(data.rank());
    return data.indexOf('C') == axis && isLast && !hasBlocksBesideChannels(data);
}

/// Makes nodes named after the node that is replaced.
class Unpacking {
public:
    explicit Unpacking(const RewriteCall &call) : m_call(call) {}

    [[nodiscard]] Entry make(std::string_view op, std::string_view suffix,
                             std::vector<Entry> inputs, AttrDict attrs = {}) const
    {
        return m_call.make(op, m_call.rule.node.name + std::string(suffix), std::move(inputs),
                           std::move(attrs));
    }

    /// `channels` with as many dimensions of 1 behind as the data has behind its channels.
    [[nodiscard]] Entry expanded(const Entry &channels, std::int64_t dimensions) const
    {
        if (dimensions <= 0) {
            return channels;
        }
        return m_call.make("expand_dims", m_call.graph.node(channels.node).name + "_expand",
                           {channels},
                           {{"axis", "1"}, {"num_newaxis", std::to_string(dimensions)}});
    }

private:
    const RewriteCall &m_call;
};

/// gamma / sqrt(variance + epsilon)
Entry scaleOf(const Unpacking &nodes, const BatchNormAttrs &attrs, const RewriteCall &call)
{
    const Entry variance =
        nodes.make("__add_scalar__", "_add_eps", {call.inputs[4]},
                   {{"scalar", epsilonText(attrs.epsilon, call.rule.semantics)}});
    const Entry root = nodes.make("sqrt", "_sqrt", {variance});
    const Entry scale = nodes.make("__rdiv_scalar__", "_div", {root}, {{"scalar", "1"}});
    return attrs.scale ? nodes.make("elemwise_mul", "_gamma_mul_div", {scale, call.inputs[1]})
                       : scale;
}

/// beta - mean * scale
Entry shiftOf(const Unpacking &nodes, const BatchNormAttrs &attrs, const RewriteCall &call,
              const Entry &scale)
{
    const Entry mean = nodes.make("negative", "_neg_mean", {call.inputs[3]});
    const Entry shift = nodes.make("elemwise_mul", "_neg_mean_mul_a", {mean, scale});
    return attrs.center ? nodes.make("elemwise_add", "_add_beta", {shift, call.inputs[2]}) : shift;
}

} // namespace

Status correctBatchNormLayout(const LayoutCall &call)
{
    RETURN_IF_FAILED(checkLayoutCounts(call, 5, 3));
    const std::int64_t axis = call.rule.attrs.as<BatchNormAttrs>().axis;
    Layout data = call.in[0];
    if (data.isDefined() && !isFit(data, axis)) {
        if (!call.lastIn[0].isDefined()) {
            return layoutError(fmt::format("input 0 (data) has layout {}, expected channels at "
                                           "index {} and in blocks at the end, if at all",
                                           data.text(), axis));
        }
        data = call.lastIn[0];
    }
    const std::int64_t block = data.isDefined() ? data.blockOf('C') : 0;
    ASSIGN_OR_RETURN(const auto channels,
                     Layout::parse(block > 0 ? fmt::format("C{}c", block) : std::string("C")));
    assignLayout(call.in[0], data);
    assignLayout(call.out[0], data);
    for (std::size_t i = 1; i < 5; ++i) {
        call.in[i] = channels;
    }
    call.out[1] = channels;
    call.out[2] = channels;
    return {};
}

Result<std::vector<Entry>> simplifyBatchNorm(const RewriteCall &call)
{
    const auto &attrs = call.rule.attrs.as<BatchNormAttrs>();
    if (call.inputs.size() != 5) {
        return makeError("input-count", "found {} inputs, expected 5", call.inputs.size());
    }
    if (call.inShapes.size() != 5 || !call.inShapes[0].hasRank()) {
        return makeError("infer-shape", "the shape of input 0 (data) is unknown, expected a shape "
                                        "to simplify with");
    }
    const Unpacking nodes(call);
    Entry scale = scaleOf(nodes, attrs, call);
    Entry shift = shiftOf(nodes, attrs, call, scale);
    // A parameter in blocks brings a dimension of its own.
    const auto rank = static_cast<std::int64_t>(call.inShapes[0].size());
    const auto parameterRank = static_cast<std::int64_t>(call.inShapes[3].size());
    const std::int64_t behind = rank - parameterRank - attrs.axis;
    scale = nodes.expanded(scale, behind);
    shift = nodes.expanded(shift, behind);
    const Entry product = nodes.make("broadcast_mul", "_a_mul_data", {call.inputs[0], scale});
    return std::vector<Entry>{nodes.make("broadcast_add", "_out", {product, shift})};
}

} // namespace nervure
