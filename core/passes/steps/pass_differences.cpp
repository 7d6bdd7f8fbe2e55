// SPDX-License-Identifier: Apache-2.0
#include "core/passes/steps/pass_differences.h"

#include "core/passes/steps/carried_values.h"

namespace nervure {

std::vector<GraphDifference> passDifferences(const Graph &start, std::span<const PassResult> steps,
                                             const OpRegistry &ops)
{
    const GraphValues carried = carriedValues(start, ops);
    std::vector<GraphDifference> differences;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const KnownGraph opened{start, carried.index.get(), &carried.analyses};
        const auto known = [](const PassResult &step) {
            return KnownGraph{*step.graph, step.index.get(), &step.analyses};
        };
        differences.push_back(differenceOf(i == 0 ? opened : known(steps[i - 1]), known(steps[i]),
                                           &steps[i].provenance));
    }
    return differences;
}

} // namespace nervure
