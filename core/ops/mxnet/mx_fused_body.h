// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"
#include "core/graph/op/op_registry.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// Attributes of _sg_mkldnn_conv and _sg_mkldnn_fully_connected.
struct FusedAttrs {
    bool hasNorm = false;
    bool hasActivation = false;
    bool hasSum = false;
    bool hasActivationOfSum = false;
    bool isSumData = false;
    bool isQuantized = false;
    bool givesFloats = false;
    bool isByChannel = false; ///< of fully connected: the weights are quantized here
    OptionalNumber minCalibRange;
    OptionalNumber maxCalibRange;

    [[nodiscard]] bool isCalibrated() const { return minCalibRange && maxCalibRange; }
    [[nodiscard]] bool hasRange() const { return isQuantized && !givesFloats; }
};

/// One operator of the subgraph.
struct FusedPart {
    const Node *node;
    const OpSpec *spec;
    ParsedAttrs attrs;

    [[nodiscard]] RuleContext rule() const { return {*node, attrs, Semantics::Fixed}; }
    [[nodiscard]] bool is(std::string_view key, std::string_view value) const
    {
        const std::string *text = node->attrs.find(key);
        return text != nullptr && *text == value;
    }
    [[nodiscard]] bool isRelu() const { return is("act_type", "relu"); }
    /// Scaled numbers give the result scaled.
    [[nodiscard]] bool keepsScale() const { return isRelu() || is("act_type", "leaky"); }
};

/// The operators that a subgraph may consist of, as they are declared.
using PartSpecs = std::map<std::string, OpSpec, std::less<>>;

[[nodiscard]] std::shared_ptr<const PartSpecs> partSpecs(const OpRegistry &ops);

/// The subgraph's operators in their order: the layer first.
struct FusedBody {
    std::vector<FusedPart> parts;
    std::size_t variables = 0;

    [[nodiscard]] static Result<FusedBody> of(const Node &node, const PartSpecs &specs);
    [[nodiscard]] const FusedPart *find(std::string_view op) const
    {
        const auto at = std::find_if(parts.begin(), parts.end(),
                                     [op](const FusedPart &part) { return part.node->op == op; });
        return at == parts.end() ? nullptr : &*at;
    }
    /// What is cut off below 0 has no sign.
    [[nodiscard]] bool isUnsigned() const
    {
        return parts.back().isRelu() || parts.back().node->op == "clip";
    }
};

/// Variables of the node's subgraphs: its first inputs.
[[nodiscard]] std::size_t variablesOf(const Node &node);

} // namespace nervure
