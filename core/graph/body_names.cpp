// SPDX-License-Identifier: Apache-2.0
#include "core/graph/body_names.h"

namespace nervure {

std::string bodyName(const Node &owner, std::size_t body)
{
    if (owner.subgraphs.size() < 2) {
        return {};
    }
    std::size_t number = 0;
    for (const auto &[key, text] : owner.attrs) {
        if (text.starts_with("graph ") && number++ == body) {
            return key;
        }
    }
    return std::to_string(body + 1);
}

std::string bodyPath(const Node &owner, std::size_t body)
{
    const std::string name = bodyName(owner, body);
    const std::string &holder = owner.name.empty() ? owner.op : owner.name;
    return holder + '/' + (name.empty() ? name : name + '/');
}

std::string bodyPath(const Graph &graph, const BodyPath &path)
{
    std::string text;
    const Graph *around = &graph;
    for (const auto &[owner, number] : path) {
        const Node &node = around->node(owner);
        text += bodyPath(node, number);
        around = node.subgraphs[number].get();
    }
    return text;
}

} // namespace nervure
