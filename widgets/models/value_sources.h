// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <QString>

#include <vector>

namespace nervure {

class GraphDocument;

/// A node that has a say in what a value at another node is.
struct ValueSource {
    enum class Role {
        Input, ///< it makes a value that the node reads
        Reader ///< it reads a variable that the node reads, too, or is: what one needs, all get
    };

    Role role = Role::Input;
    NodeId node;
    QString name;
    QString
        value; ///< "1×3×8×8", with the type where the node's values have several; empty: unknown
};

/// All sides of what is found to contradict at a node of the stage: at most `most` of each role.
[[nodiscard]] std::vector<ValueSource> sourcesOf(const GraphDocument &document, NodeId node,
                                                 std::size_t most);

} // namespace nervure
