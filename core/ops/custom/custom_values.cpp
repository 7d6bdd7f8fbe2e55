// SPDX-License-Identifier: Apache-2.0
#include "core/ops/custom/custom_values.h"

#include "core/ops/custom/node_facts.h"
#include "core/ops/onnx/onnx_signature.h"

#include <utility>

namespace nervure::custom {

namespace {

/// Tensors of any elements: what else is asked is a condition.
FormalValue formalOf(const DeclaredValue &value)
{
    FormalValue formal;
    formal.name = value.name;
    formal.types.tensors = (std::uint32_t{1} << elementTypeCount) - 1;
    formal.isOptional = value.isOptional;
    formal.isVariadic = value.isVariadic;
    formal.isHomogeneous = false;
    return formal;
}

Result<ElementType> elementOf(const DeclaredValue &value, const Facts &facts)
{
    ASSIGN_OR_RETURN(const Value type, value.type->evaluate(facts, typeOf(value)));
    const auto &name = std::get<std::optional<std::string>>(type);
    const auto element = name ? elementTypeNamed(*name) : std::optional(ElementType::Undefined);
    if (!element) {
        return makeError("infer-type", "{} would be '{}', expected an element type such as float32",
                         typeOf(value), *name);
    }
    return *element;
}

/// What the declaration says of an input, against what is known of it.
Status checkInput(const DeclaredValue &input, const std::vector<ValueFacts> &values,
                  const Facts &facts)
{
    for (const ValueFacts &value : values) {
        if (input.shape && value.shape) {
            ASSIGN_OR_RETURN(const Value wanted, input.shape->evaluate(facts, shapeOf(input)));
            const WholeList &shape = std::get<WholeList>(wanted);
            bool fits = !shape || shape->size() == value.shape->size();
            for (std::size_t i = 0; fits && shape && i < shape->size(); ++i) {
                const auto difference = ((*shape)[i] - (*value.shape)[i]).number();
                fits = !difference || *difference == 0;
            }
            if (!fits) {
                return makeError("infer-shape", "input {} has shape {}, expected {}", input.name,
                                 textOf(value.shape), textOf(wanted));
            }
        }
        if (input.type && value.type) {
            ASSIGN_OR_RETURN(const Value wanted, input.type->evaluate(facts, typeOf(input)));
            if (!isUnknown(wanted) && wanted != Value(value.type)) {
                return makeError("infer-type", "input {} is {}, expected {}", input.name,
                                 *value.type, textOf(wanted));
            }
        }
    }
    return {};
}

Status inferOutputs(const Declaration &operation, const Facts &facts, ValueCall &call)
{
    for (std::size_t i = 0; i < operation.outputs.size() && i < call.outputs.size(); ++i) {
        const DeclaredValue &output = operation.outputs[i];
        ElementType element = call.in(0).element;
        if (output.type) {
            ASSIGN_OR_RETURN(element, elementOf(output, facts));
        }
        WholeList shape;
        if (output.shape) {
            ASSIGN_OR_RETURN(Value ruled, output.shape->evaluate(facts, shapeOf(output)));
            shape = std::get<WholeList>(std::move(ruled));
        }
        for (const Dimension &size : shape.value_or(Dimensions())) {
            if (size.isNumber() && *size.number() < 0) {
                return makeError("infer-shape", "{} would be {}, expected dimensions of at least 0",
                                 shapeOf(output), textOf(shape));
            }
        }
        call.setType(i, ValueType::tensor(element, std::move(shape)));
    }
    return {};
}

Status inferNode(const Declaration &operation, ValueCall &call)
{
    const Facts facts = valueFacts(operation, call);
    for (std::size_t i = 0; i < operation.inputs.size(); ++i) {
        RETURN_IF_FAILED(checkInput(operation.inputs[i], facts.inputs[i], facts));
    }
    RETURN_IF_FAILED(checkRequirements(operation, facts, false));
    RETURN_IF_FAILED(checkRequirements(operation, facts, true));
    return inferOutputs(operation, facts, call);
}

} // namespace

void addValueRules(const std::shared_ptr<const Declaration> &operation, OpSpec &spec)
{
    auto rules = std::make_shared<ValueRules>();
    for (const DeclaredValue &input : operation->inputs) {
        rules->signature.inputs.push_back(formalOf(input));
    }
    for (const DeclaredValue &output : operation->outputs) {
        rules->signature.outputs.push_back(formalOf(output));
    }
    rules->infer = [operation](ValueCall &call) { return inferNode(*operation, call); };
    spec.inputNames = [rules](const RuleContext &context) {
        return onnx::inputNames(rules->signature, context.node);
    };
    spec.outputNames = [rules](const RuleContext &context) {
        return onnx::outputNames(rules->signature, context.node);
    };
    spec.values = std::move(rules);
}

} // namespace nervure::custom
