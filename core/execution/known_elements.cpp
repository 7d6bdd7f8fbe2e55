// SPDX-License-Identifier: Apache-2.0
#include "core/execution/known_elements.h"

#include <cstdint>
#include <limits>

namespace nervure {

std::shared_ptr<const KnownElements> elementsOf(const Tensor &tensor)
{
    KnownElements elements;
    for (std::int64_t i = 0; i < tensor.count(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (tensor.type() == DType::Int64) {
            elements.whole.emplace_back(tensor.elements<std::int64_t>()[at]);
        } else if (tensor.type() == DType::UInt64) {
            const auto number = tensor.elements<std::uint64_t>()[at];
            if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
                return nullptr;
            }
            elements.whole.emplace_back(static_cast<std::int64_t>(number));
        } else if (isFloat(tensor.type())) {
            elements.real.emplace_back(elementAsDouble(tensor.view(), i));
        } else {
            elements.whole.emplace_back(
                static_cast<std::int64_t>(elementAsDouble(tensor.view(), i)));
        }
    }
    return std::make_shared<const KnownElements>(std::move(elements));
}

} // namespace nervure
