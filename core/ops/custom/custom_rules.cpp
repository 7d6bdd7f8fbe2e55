// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/hidden_keys.h"
#include "core/graph/op/rewrite_rules.h"
#include "core/ops/custom/custom_lowering.h"
#include "core/ops/custom/custom_values.h"
#include "core/ops/custom/declaration.h"
#include "core/ops/custom/node_facts.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>

namespace nervure::custom {

namespace {

using Shared = std::shared_ptr<const Declaration>;

const OnnxAttrs &attrsOf(const RuleContext &rule)
{
    return rule.attrs.as<OnnxAttrs>();
}

Result<Shape> ruledShape(const DeclaredValue &value, const Facts &facts, Semantics semantics)
{
    ASSIGN_OR_RETURN(const Value shape, value.shape->evaluate(facts, shapeOf(value)));
    return shapeFrom(std::get<WholeList>(shape), semantics, shapeOf(value));
}

Status inferInputShapes(const Declaration &operation, const RuleContext &rule,
                        const std::vector<Places> &places, Shapes &in)
{
    const OnnxAttrs &attrs = attrsOf(rule);
    for (std::size_t i = 0; i < operation.inputs.size(); ++i) {
        const DeclaredValue &input = operation.inputs[i];
        if (!input.shape || places[i].count == 0) {
            continue;
        }
        ASSIGN_OR_RETURN(const Shape shape,
                         ruledShape(input, shapeFacts(attrs, places, in, {}), rule.semantics));
        for (std::size_t k = 0; k < places[i].count; ++k) {
            RETURN_IF_FAILED(assignInput(in, places[i].first + k, input.name, shape));
        }
    }
    return {};
}

/// What is known of an output whose shape is that of an input holds for the input, too.
Status inferBackward(const Declaration &operation, const std::vector<Places> &places, Shapes &in,
                     const Shapes &out)
{
    for (std::size_t i = 0; i < operation.outputs.size() && i < out.size(); ++i) {
        const auto &shape = operation.outputs[i].shape;
        const auto input = shape ? shape->expression.shapeOfInput : std::nullopt;
        if (input && places[*input].count == 1) {
            RETURN_IF_FAILED(
                assignInput(in, places[*input].first, operation.inputs[*input].name, out[i]));
        }
    }
    return {};
}

Status inferShapes(const Declaration &operation, const RuleContext &rule, Shapes &in, Shapes &out)
{
    const OnnxAttrs &attrs = attrsOf(rule);
    ASSIGN_OR_RETURN(const auto places, placesOf(operation, attrs, in.size()));
    RETURN_IF_FAILED(inferBackward(operation, places, in, out));
    RETURN_IF_FAILED(inferInputShapes(operation, rule, places, in));
    const Facts facts = shapeFacts(attrs, places, in, {});
    RETURN_IF_FAILED(checkRequirements(operation, facts, false));
    for (std::size_t i = 0; i < operation.outputs.size() && i < out.size(); ++i) {
        if (operation.outputs[i].shape) {
            ASSIGN_OR_RETURN(const Shape shape,
                             ruledShape(operation.outputs[i], facts, rule.semantics));
            RETURN_IF_FAILED(assignOutput(out, i, shape));
        }
    }
    return {};
}

Result<DType> ruledType(const DeclaredValue &value, const Facts &facts)
{
    ASSIGN_OR_RETURN(const Value type, value.type->evaluate(facts, typeOf(value)));
    return dtypeOf(type, typeOf(value));
}

bool hasTypeRules(const Declaration &operation)
{
    const auto isTyped = [](const DeclaredValue &value) { return value.type.has_value(); };
    return std::any_of(operation.inputs.begin(), operation.inputs.end(), isTyped)
           || std::any_of(operation.outputs.begin(), operation.outputs.end(), isTyped);
}

Status inferInputTypes(const Declaration &operation, const OnnxAttrs &attrs,
                       const std::vector<Places> &places, DTypes &in)
{
    for (std::size_t i = 0; i < operation.inputs.size(); ++i) {
        if (!operation.inputs[i].type || places[i].count == 0) {
            continue;
        }
        ASSIGN_OR_RETURN(const DType type,
                         ruledType(operation.inputs[i], typeFacts(attrs, places, in)));
        for (std::size_t k = 0; k < places[i].count; ++k) {
            DType &known = in[places[i].first + k];
            if (!mergeType(known, type)) {
                return makeError("infer-type", "input {} is {}, expected {}",
                                 operation.inputs[i].name, dtypeName(known), dtypeName(type));
            }
        }
    }
    return {};
}

Status inferTypes(const Declaration &operation, const OnnxAttrs &attrs, DTypes &in, DTypes &out)
{
    ASSIGN_OR_RETURN(const auto places, placesOf(operation, attrs, in.size()));
    if (!hasTypeRules(operation)) {
        RETURN_IF_FAILED(mergeAllTypes(in, out));
        return checkRequirements(operation, typeFacts(attrs, places, in), true);
    }
    RETURN_IF_FAILED(inferInputTypes(operation, attrs, places, in));
    const Facts facts = typeFacts(attrs, places, in);
    RETURN_IF_FAILED(checkRequirements(operation, facts, true));
    for (std::size_t i = 0; i < operation.outputs.size() && i < out.size(); ++i) {
        DType type = in.empty() ? DType::Unknown : in.front();
        if (operation.outputs[i].type) {
            ASSIGN_OR_RETURN(type, ruledType(operation.outputs[i], facts));
        }
        RETURN_IF_FAILED(assignOutputType(out, i, type));
    }
    return {};
}

std::vector<std::string> inputNames(const Declaration &operation, const RuleContext &rule)
{
    std::vector<std::string> names;
    for (const DeclaredValue &input : operation.inputs) {
        bool isThere = true;
        if (input.when) {
            const auto holds = input.when->evaluate({attrsOf(rule)}, {});
            isThere = holds && std::get<std::optional<bool>>(*holds).value_or(false);
        }
        if (isThere) {
            names.push_back(input.name);
        }
    }
    return names;
}

std::optional<std::int64_t> macsOf(const Declaration &operation, const OnnxAttrs &attrs,
                                   std::span<const Shape> in, std::span<const Shape> out)
{
    const auto places = placesOf(operation, attrs, in.size());
    if (!places) {
        return std::nullopt;
    }
    const auto macs = operation.macs->evaluate(shapeFacts(attrs, *places, in, out), {});
    return macs ? std::get<Dimension>(*macs).number() : std::nullopt;
}

OpSpec::InplacePairs inplacePairs(const Declaration &operation, const RuleContext &rule)
{
    OpSpec::InplacePairs pairs;
    const auto places = placesOf(operation, attrsOf(rule), rule.node.inputs.size());
    if (!places) {
        return pairs;
    }
    for (const auto &[input, output] : operation.inplace) {
        const Places &place = (*places)[input];
        for (std::size_t i = 0; i < place.count; ++i) {
            pairs.emplace_back(static_cast<std::uint32_t>(place.first + i),
                               static_cast<std::uint32_t>(output));
        }
    }
    return pairs;
}

AttrSchema schemaOf(const Declaration &operation)
{
    AttrSchema schema;
    schema.decls = operation.attributes;
    schema.makeDefault = [defaults = operation.defaults]() -> std::shared_ptr<void> {
        return std::make_shared<OnnxAttrs>(defaults);
    };
    schema.isHiddenKey = hasValueTypes(operation.dialect)      ? nullptr
                         : operation.dialect == Dialect::MXNet ? isMXNetHiddenKey
                                                               : isNnvmHiddenKey;
    return schema;
}

void addNames(const Shared &operation, OpSpec &spec)
{
    std::vector<std::string> outputs;
    for (const DeclaredValue &output : operation->outputs) {
        outputs.push_back(output.name);
    }
    spec.outputNames = [outputs](const RuleContext &) { return outputs; };
    const bool isCounted = std::none_of(
        operation->inputs.begin(), operation->inputs.end(),
        [](const DeclaredValue &input) { return input.isOptional || input.isVariadic; });
    if (isCounted) {
        spec.inputNames = [operation](const RuleContext &rule) {
            return inputNames(*operation, rule);
        };
    }
}

void addInference(const Shared &operation, OpSpec &spec)
{
    spec.inferShape = [operation](const RuleContext &rule, Shapes &in, Shapes &out) {
        return inferShapes(*operation, rule, in, out);
    };
    spec.inferType = [operation](const RuleContext &rule, DTypes &in, DTypes &out) {
        return inferTypes(*operation, attrsOf(rule), in, out);
    };
}

} // namespace

OpSpec specOf(Shared operation)
{
    OpSpec spec;
    spec.dialect = operation->dialect;
    spec.name = operation->name;
    spec.summary = operation->summary;
    spec.category = operation->category;
    spec.declaredIn = operation->file;
    spec.attrs = schemaOf(*operation);
    for (std::size_t i = 0; i < operation->inputs.size(); ++i) {
        if (operation->inputs[i].isParameter) {
            spec.parameterInputs.push_back(static_cast<std::uint32_t>(i));
        }
    }
    if (hasValueTypes(operation->dialect)) {
        addValueRules(operation, spec);
    } else {
        addNames(operation, spec);
        addInference(operation, spec);
    }
    if (operation->macs) {
        spec.macs = [operation](const RuleContext &rule, std::span<const Shape> in,
                                std::span<const Shape> out) {
            return macsOf(*operation, attrsOf(rule), in, out);
        };
    }
    if (!operation->inplace.empty()) {
        spec.inplace = [operation](const RuleContext &rule) {
            return inplacePairs(*operation, rule);
        };
    }
    if (!operation->lowerings.empty()) {
        RewriteRules rewrites;
        rewrites.lower = [operation](const RewriteCall &call) { return lowered(*operation, call); };
        spec.rewrites = std::make_shared<const RewriteRules>(std::move(rewrites));
    }
    return spec;
}

} // namespace nervure::custom
