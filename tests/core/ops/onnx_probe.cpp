// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/onnx_probe.h"

#include "core/builtins.h"
#include "core/graph/op/value_rules.h"
#include "core/support/text.h"

namespace nervure::tests {

namespace {

const OpRegistry &operators()
{
    static const Builtins builtins = makeBuiltins();
    return builtins.ops;
}

ValueType typeOf(const std::string &text)
{
    const std::size_t equals = text.find('=');
    ValueType type = ValueType::fromText(text.substr(0, equals));
    if (equals == std::string::npos) {
        return type;
    }
    KnownElements elements;
    const std::string_view values = trim(std::string_view(text).substr(equals + 1));
    for (const std::string_view value :
         values.empty() ? std::vector<std::string_view>() : split(values, ',')) {
        if (hasWholeElements(type.element)) {
            elements.whole.push_back(Dimension::fromText(value));
        } else {
            elements.real.push_back(parseNumber(trim(value)));
        }
    }
    type.elements = std::make_shared<const KnownElements>(std::move(elements));
    return type;
}

std::string textOf(const ValueType &type)
{
    std::vector<std::string> elements;
    if (!type.elements) {
        return type.text();
    }
    for (const Dimension &value : type.elements->whole) {
        elements.push_back(value.text());
    }
    for (const auto &value : type.elements->real) {
        elements.push_back(value ? formatNumber(*value) : "?");
    }
    return type.text() + " = " + join(elements, ", ");
}

} // namespace

OnnxProbe::OnnxProbe(std::string op, std::uint16_t opset, AttrDict attrs)
    : m_op(std::move(op)),
      m_opset(opset),
      m_attrs(std::move(attrs))
{}

std::string OnnxProbe::outputs(const std::vector<std::string> &inputs, std::size_t count) const
{
    const OpSpec *spec = operators().find(Dialect::Onnx, m_op, m_opset);
    if (!spec || !spec->values) {
        return "error: no such operator";
    }
    Diagnostics problems;
    const ParsedAttrs attrs = parseAttrs(spec->attrs, m_attrs, m_op, "probe", problems);
    if (!problems.empty()) {
        return "error: " + problems.front().message;
    }
    ValueCall call{attrs.as<OnnxAttrs>()};
    call.version = spec->sinceVersion;
    for (const std::string &input : inputs) {
        call.inputs.push_back(typeOf(input));
        call.given.push_back(!input.empty());
    }
    call.outputs.resize(count);
    if (const Status status = inferValues(*spec->values, call); !status) {
        return "error: " + status.error().message;
    }
    std::vector<std::string> texts;
    for (const ValueType &output : call.outputs) {
        texts.push_back(textOf(output));
    }
    return join(texts, "; ");
}

} // namespace nervure::tests
