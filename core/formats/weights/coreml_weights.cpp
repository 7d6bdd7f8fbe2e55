// SPDX-License-Identifier: Apache-2.0
#include "core/formats/weights/coreml_weights.h"

#include "core/formats/coreml/cm_graph.h"

#include <utility>

namespace nervure {

namespace {

Weight weightOf(coreml::NamedWeights &&stored)
{
    Weight weight;
    weight.name = std::move(stored.name);
    weight.node = stored.node;
    weight.type = stored.values.type;
    weight.typeName = elementTypeName(weight.type);
    weight.shape = std::move(stored.shape);
    weight.count = weightCount(weight.shape).value_or(0);
    weight.storedBytes = stored.values.storedBytes;
    weight.note = stored.values.note();
    if (stored.values.needsDecoding()) {
        weight.decode = [values = std::move(stored.values),
                         count = weight.count](const JobControl &control) {
            return coreml::decodedElements(values, count, control.cancel);
        };
    } else {
        weight.packed = stored.values.packed;
    }
    return weight;
}

} // namespace

Result<FoundWeights> coreMlWeights(std::string_view model)
{
    ASSIGN_OR_RETURN(coreml::BuiltGraph built, coreml::buildGraph(model));
    FoundWeights found;
    for (coreml::NamedWeights &weights : built.weights) {
        found.weights.push_back(weightOf(std::move(weights)));
    }
    return found;
}

} // namespace nervure
