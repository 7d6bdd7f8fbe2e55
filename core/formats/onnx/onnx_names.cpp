// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_names.h"

#include <fmt/format.h>

namespace nervure::onnx {

bool isOnnxDomain(std::string_view domain)
{
    return domain.empty() || domain == "ai.onnx";
}

std::string operatorName(std::string_view domain, std::string_view opType)
{
    return isOnnxDomain(domain) ? std::string(opType) : fmt::format("{}:{}", domain, opType);
}

std::pair<std::string_view, std::string_view> splitOperatorName(std::string_view name)
{
    const std::size_t colon = name.find(':');
    return colon == std::string_view::npos
               ? std::pair(std::string_view(), name)
               : std::pair(name.substr(0, colon), name.substr(colon + 1));
}

} // namespace nervure::onnx
