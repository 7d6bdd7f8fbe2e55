// SPDX-License-Identifier: Apache-2.0
#include "core/ops/elementwise/element_kernel.h"

#include "core/execution/plan/fused_kernel.h"
#include "core/ops/elementwise/element_lanes.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "core/support/text.h"
#include "kernels/element.h"

#include <cmath>
#include <cstdio>
#include <fmt/format.h>

namespace nervure {

std::string floatLiteral(double value)
{
    if (std::isnan(value)) {
        return "NAN";
    }
    const auto single = static_cast<float>(value);
    if (std::isinf(single)) {
        return single < 0 ? "(-INFINITY)" : "INFINITY";
    }
    char text[48];
    std::snprintf(text, sizeof text, std::signbit(single) ? "(%af)" : "%af",
                  static_cast<double>(single));
    return text;
}

std::string elementText(std::string_view text, std::span<const ElementOperand> operands)
{
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool isOperand =
            text[at] == '%' && at + 1 < text.size() && text[at + 1] >= '0' && text[at + 1] <= '9';
        if (!isOperand) {
            result += text[at];
            continue;
        }
        const auto number = static_cast<std::size_t>(text[++at] - '0');
        if (number >= operands.size() || operands[number].value.empty()) {
            return {};
        }
        result += '(' + operands[number].value + ')';
    }
    return result;
}

OpSpec::ElementRule elementRule(std::string text, std::string whole, std::string passingNan)
{
    return [text = std::move(text), whole = std::move(whole), passingNan = std::move(passingNan)](
               const RuleContext &rule, const KernelContext &context,
               std::span<const ElementOperand> operands) {
        const bool passes = rule.node.passesNan && !passingNan.empty();
        return elementText(isFloat(context.inTypes[0]) ? (passes ? passingNan : text) : whole,
                           operands);
    };
}

namespace {

/// The type that the macros of the prelude stand for; operands of others are read by name.
DType mainType(const KernelContext &context)
{
    return context.inTypes.empty() ? context.outTypes[0] : context.inTypes[0];
}

} // namespace

std::string elementAt(const KernelContext &context, std::size_t i, const ElementOperand &operand,
                      const std::string &index)
{
    const DType type = context.inTypes[i];
    if (type == mainType(context) && type != DType::Float32) {
        return "NERVURE_LOAD(" + operand.buffer + ", " + index + ')';
    }
    return loadText(type, operand.buffer, index);
}

Result<KernelSpec> elementKernel(const OpSpec::ElementRule &rule, const RuleContext &node,
                                 const KernelContext &context)
{
    RETURN_IF_FAILED(checkTypedTensors(context));
    const DType type = mainType(context);
    std::vector<ElementOperand> operands;
    std::string params;
    KernelLaunch launch;
    for (std::uint32_t i = 0; i < context.inShapes.size(); ++i) {
        ElementOperand operand{{}, fmt::format("a{}", i)};
        const std::string index = broadcastIndex(context.inShapes[i], context.outShapes[0]);
        operand.value = index.empty() ? index : elementAt(context, i, operand, index);
        const bool isMain = context.inTypes[i] == type;
        params += "__global const "
                  + std::string(isMain ? "NERVURE_T" : memoryTypeName(context.inTypes[i])) + " *"
                  + operand.buffer + ", ";
        operands.push_back(std::move(operand));
        launch.args.push_back(KernelArg::input(i));
    }
    const std::string expression = rule(node, context, operands);
    if (expression.empty()) {
        return noKernelFor(node.node.op + " on these shapes and types");
    }
    const std::int64_t count = *elementCount(context.outShapes[0]);
    const std::int64_t chunk = context.device.isCpu() ? 1024 : 1;
    launch.program = "element";
    launch.source = kernels::element;
    launch.entry = "element";
    launch.algorithm = "element-wise";
    launch.defines = {{"NERVURE_CHUNK", std::to_string(chunk)},
                      {"NERVURE_ELEMENT_PARAMS", params},
                      {"NERVURE_ELEMENT", expression}};
    defineTypes(launch, type, context.outTypes[0]);
    launch.args.push_back(KernelArg::output());
    launch.args.push_back(KernelArg::int32(count));
    launch.global = {static_cast<std::size_t>(ceilDivide(count, chunk)), 1, 1};
    launch.local = oneItemGroups(context.device);
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

void setElement(OpSpec &spec, OpSpec::ElementRule rule)
{
    spec.element = std::move(rule);
    setElementKernel(spec);
}

void setElement(OpSpec &spec, std::string_view text, std::string_view whole,
                std::string_view passingNan)
{
    setElement(spec, elementRule(std::string(text), std::string(whole), std::string(passingNan)));
}

void setElementKernel(OpSpec &spec)
{
    if (!spec.element) {
        return;
    }
    spec.kernel = [rule = spec.element, takesVectors = spec.elementTakesVectors](
                      const RuleContext &node, const KernelContext &context) {
        auto lanes = takesVectors ? elementLanesKernel(rule, node, context) : std::nullopt;
        return lanes ? Result<KernelSpec>(std::move(*lanes)) : elementKernel(rule, node, context);
    };
}

} // namespace nervure
