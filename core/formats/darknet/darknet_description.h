// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/support/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// One section of a network description, as a graph says it.
struct DarknetSection {
    std::string type; ///< "net", or the layer's operator
    std::string name; ///< of the node
    AttrDict attrs;
    /// The layers that it names as its inputs, by their numbers, which stand for the value of `numbersKey`.
    std::string_view numbersKey;
    std::vector<std::int64_t> numbers;
};

/// [net] and the layers in the graph's order. Fails where a layer reads what no .cfg can say: another result than
/// that of the layer above, or an operator of another dialect.
[[nodiscard]] Result<std::vector<DarknetSection>> darknetDescription(const Graph &graph);

} // namespace nervure
