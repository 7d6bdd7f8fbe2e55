// SPDX-License-Identifier: Apache-2.0
#include "core/graph/rewrite_rules.h"

namespace nervure {

Entry RewriteCall::make(std::string_view op, std::string name, std::vector<Entry> from,
                        AttrDict attrs) const
{
    Node made;
    made.op = op;
    made.name = std::move(name);
    made.attrs = std::move(attrs);
    made.inputs = std::move(from);
    return {graph.add(std::move(made)), 0, 0};
}

} // namespace nervure
