// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

class QObject;

namespace nervure {

class GraphDocument;

/// Calls `act`, as long as `receiver` lives, when the ids of nodes that are shown now mean others: another model was
/// read, or another stage is shown. Edits leave ids as they are. What names nodes and stays open, such as a menu,
/// closes then.
void whenNodesAreOthers(const GraphDocument &document, QObject *receiver,
                        const std::function<void()> &act);

} // namespace nervure
