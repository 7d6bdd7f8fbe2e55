// SPDX-License-Identifier: Apache-2.0
#include "core/engine/darknet_values.h"

namespace nervure {

Result<Tensor> madeDarknetArray(const DarknetParam &param)
{
    ASSIGN_OR_RETURN(Tensor tensor,
                     Tensor::zeros(param.type, {static_cast<std::int64_t>(param.elements.size())}));
    for (std::size_t i = 0; i < param.elements.size(); ++i) {
        if (param.type == DType::Int32) {
            tensor.elements<std::int32_t>()[i] = static_cast<std::int32_t>(param.elements[i]);
        } else {
            tensor.elements<float>()[i] = static_cast<float>(param.elements[i]);
        }
    }
    return tensor;
}

} // namespace nervure
