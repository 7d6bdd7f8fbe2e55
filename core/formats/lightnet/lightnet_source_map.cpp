// SPDX-License-Identifier: Apache-2.0
#include "core/formats/lightnet/lightnet_source_map.h"

#include "core/support/text.h"

namespace nervure {

std::optional<JsonValue> lightNetMember(const JsonValue &object, std::string_view lowerCaseKey)
{
    for (const JsonValue member : object) {
        if (member.key().size() == lowerCaseKey.size() && toLower(member.key()) == lowerCaseKey) {
            return member;
        }
    }
    return std::nullopt;
}

void LightNetSourceMap::add(const JsonValue &object, std::vector<std::uint32_t> inputs)
{
    m_ops.push_back({object, std::move(inputs)});
}

/// Where the value of a parameter is; the list is only looked at once for an operator.
std::uint32_t LightNetSourceMap::ofParam(NodeId node, const std::string &name)
{
    const JsonValue &object = m_ops[node.value].object;
    const JsonValue params = lightNetMember(object, "params").value_or(object);
    if (m_paramsOf != node) {
        m_paramsOf = node;
        m_params.clear();
        for (const JsonValue param : params) {
            const auto key = lightNetMember(param, "arg_name");
            const auto value = lightNetMember(param, "value");
            if (key && value && key->isString()) {
                m_params.emplace(key->string(), value->index());
            }
        }
    }
    const auto place = m_params.find(name);
    return place == m_params.end() ? params.index() : place->second;
}

std::uint32_t LightNetSourceMap::of(const GraphFinding &finding)
{
    const Op &op = m_ops[finding.node.value];
    const auto member = [&op](std::string_view key) {
        return lightNetMember(op.object, key).value_or(op.object);
    };
    switch (finding.place) {
    case GraphFinding::Place::Name: return member("name").index();
    case GraphFinding::Place::Operator: return member("optype").index();
    case GraphFinding::Place::Input:
        return finding.position < op.inputs.size() ? op.inputs[finding.position]
                                                   : op.object.index();
    case GraphFinding::Place::Attribute:
        return ofParam(finding.node, finding.diagnostic.where.attribute);
    default: break;
    }
    return op.object.index();
}

} // namespace nervure
