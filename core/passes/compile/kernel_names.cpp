// SPDX-License-Identifier: Apache-2.0
#include "core/passes/compile/kernel_names.h"

#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace nervure {

namespace {

/// Parts texts, so that no two lists of texts give the same key.
constexpr char separator = '\0';

std::string opName(const IndexedNode &node)
{
    return node.spec ? node.spec->name : node.node->op;
}

/// With all digits: NNVM's text of a number has six.
std::string exactText(const IndexedNode &node, const AttrDecl &decl)
{
    const std::string *written = node.node->attrs.find(decl.name);
    if (decl.kind == AttrKind::NumberTuple && written) {
        return *written;
    }
    const auto number =
        decl.kind == AttrKind::Number && written ? parseNumber(*written) : std::optional<double>();
    return number ? formatNumber(*number) : decl.print(node.attrs.data());
}

void appendAttributes(const IndexedNode &node, std::string &key)
{
    if (node.spec && node.attrs.data()) {
        for (const AttrDecl &decl : node.spec->attrs.decls) {
            key += exactText(node, decl) + separator;
        }
        return;
    }
    std::vector<AttrDict::Item> items(node.node->attrs.begin(), node.node->attrs.end());
    std::sort(items.begin(), items.end());
    for (const auto &[name, value] : items) {
        key += name + separator + value + separator;
    }
}

/// What the group computes, whatever its nodes are called.
std::string contentOf(const IndexedGraph &subgraph, const Shapes &inShapes, const DTypes &inTypes)
{
    std::string key;
    for (std::size_t i = 0; i < inShapes.size(); ++i) {
        key += shapeText(inShapes[i]) + std::string(dtypeName(inTypes[i]));
    }
    for (const IndexedNode &node : subgraph.nodes()) {
        key += opName(node) + separator;
        for (const IndexedEntry &input : node.inputs) {
            key += fmt::format("{}:{}{}", input.nodeId, input.index, separator);
        }
        if (!node.isVariable()) {
            appendAttributes(node, key);
        }
    }
    return key;
}

} // namespace

std::string KernelNames::nameOf(const IndexedGraph &subgraph, const Shapes &inShapes,
                                const DTypes &inTypes)
{
    std::string &name = m_nameOf[contentOf(subgraph, inShapes, inTypes)];
    if (name.empty()) {
        std::string plain = "fuse";
        for (const IndexedNode &node : subgraph.nodes()) {
            plain += node.isVariable() ? "" : "_" + opName(node);
        }
        name = unused(plain);
    }
    return name;
}

std::string KernelNames::unused(const std::string &name)
{
    std::string result = name;
    while (!m_nextNumber.emplace(result, 1).second) {
        result = fmt::format("{}_{}", name, m_nextNumber[name]++);
    }
    return result;
}

} // namespace nervure
