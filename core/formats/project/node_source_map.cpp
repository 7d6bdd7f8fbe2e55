// SPDX-License-Identifier: Apache-2.0
#include "core/formats/project/node_source_map.h"

#include "core/formats/darknet/darknet_places.h"
#include "core/support/json/json_spans.h"
#include "core/support/json/json_tree.h"
#include "core/support/text.h"

#include <optional>
#include <string_view>
#include <unordered_map>

namespace nervure {

namespace {

/// The last member of that name; LightNet matches names without regard to case.
std::optional<JsonValue> member(const JsonValue &object, std::string_view key, bool anyCase)
{
    if (!object.isObject()) {
        return std::nullopt;
    }
    if (!anyCase) {
        return object.find(key);
    }
    std::optional<JsonValue> found;
    for (const JsonValue item : object) {
        if (toLower(item.key()) == key) {
            found = item;
        }
    }
    return found;
}

std::optional<JsonValue> nnvmAttribute(const JsonValue &node, std::string_view name)
{
    for (const std::string_view key : {"attrs", "attr", "param"}) {
        const auto attrs = member(node, key, false);
        if (const auto value = attrs ? member(*attrs, name, false) : std::nullopt) {
            return value;
        }
    }
    return std::nullopt;
}

std::optional<JsonValue> lightnetParameter(const JsonValue &node, std::string_view name)
{
    const auto params = member(node, "params", true);
    if (!params || !params->isArray()) {
        return std::nullopt;
    }
    for (const JsonValue param : *params) {
        const auto key = member(param, "arg_name", true);
        if (key && key->isString() && key->string() == name) {
            return member(param, "value", true);
        }
    }
    return std::nullopt;
}

} // namespace

struct NodeSourceMap::Index {
    Index(std::string_view text, const std::string &family) : lines(text)
    {
        if (family == "darknet") {
            darknet.emplace(text);
            return;
        }
        const bool isLightNet = family == "lightnet";
        auto parsed = JsonTree::parse(text, {maxJsonDepth, isLightNet});
        if (!parsed) {
            return;
        }
        tree = std::move(*parsed);
        spans.emplace(text, isLightNet);
        const auto list = member(tree->root(), isLightNet ? "ops" : "nodes", isLightNet);
        if (!list || !list->isArray()) {
            return;
        }
        for (const JsonValue node : *list) {
            const auto name = member(node, "name", isLightNet);
            if (name && name->isString()) {
                nodes.emplace(name->string(), node);
            }
        }
    }

    LineStarts lines;
    std::optional<JsonTree> tree;
    std::optional<JsonSpans> spans;
    std::unordered_map<std::string_view, JsonValue> nodes; ///< the first of each name
    std::optional<DarknetPlaces> darknet;
};

NodeSourceMap::NodeSourceMap(std::shared_ptr<const FileBytes> text, std::string file,
                             std::string family)
    : m_text(std::move(text)),
      m_file(std::move(file)),
      m_family(std::move(family))
{}

NodeSourceMap::~NodeSourceMap() = default;

void NodeSourceMap::locate(Diagnostic &diagnostic)
{
    Location &where = diagnostic.where;
    if (where.outermostNode().empty() || where.line > 0 || !where.file.empty()
        || m_text->isMapped()) {
        return;
    }
    if (!m_index) {
        m_index = std::make_unique<Index>(m_text->view(), m_family);
    }
    if (m_index->darknet) {
        if (const auto place = m_index->darknet->find(where)) {
            put(where, *place);
        }
        return;
    }
    const auto it = m_index->nodes.find(where.outermostNode());
    if (it == m_index->nodes.end()) {
        return;
    }
    const JsonValue node = it->second;
    const bool isOfNode = where.owners.empty() && !where.attribute.empty();
    const auto attribute = !isOfNode                ? std::nullopt
                           : m_family == "lightnet" ? lightnetParameter(node, where.attribute)
                                                    : nnvmAttribute(node, where.attribute);
    const JsonSpan &span = m_index->spans->of(attribute.value_or(node).index());
    put(where, m_index->lines.position(span.begin));
}

void NodeSourceMap::put(Location &where, const TextPosition &place) const
{
    where.file = m_file;
    where.line = place.line;
    where.column = place.column;
}

} // namespace nervure
