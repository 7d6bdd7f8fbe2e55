// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/attribute_edits.h"
#include "core/support/result.h"

#include <string>
#include <vector>

namespace nervure {

class GraphDocument;

namespace steps {

/// Gives the attribute of all the nodes a value, as one step that can be undone; nodes that have it
/// already are left alone. Nothing changes where one of the operators does not take it.
Status setAttribute(GraphDocument &document, const std::vector<NodeId> &nodes,
                    const std::string &key, const std::string &value);

/// Takes the attribute from all the nodes that have it, as one step: defaults hold again.
Status removeAttribute(GraphDocument &document, const std::vector<NodeId> &nodes,
                       const std::string &key);

} // namespace steps

} // namespace nervure
