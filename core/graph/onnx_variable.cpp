// SPDX-License-Identifier: Apache-2.0
#include "core/graph/onnx_variable.h"

#include "core/support/text.h"

#include <string>
#include <vector>

namespace nervure::onnx_variable {

bool isDataFileName(std::string_view name)
{
    return !name.empty() && name != "." && name != ".." && name != inside
           && name.find_first_of(std::string_view("/\\\0", 3)) == std::string_view::npos;
}

} // namespace nervure::onnx_variable

namespace nervure {

AttrDict onnxVariableAttrs(const Shape &shape, DType type)
{
    AttrDict attrs;
    attrs.set(onnx_variable::elemType, std::string(dtypeName(type)));
    std::vector<std::string> sizes;
    for (const std::int64_t size : shape) {
        sizes.push_back(isUnknownSize(size) ? "?" : std::to_string(size));
    }
    attrs.set(onnx_variable::shape, '[' + join(sizes, ", ") + ']');
    return attrs;
}

bool holdsOnnxValues(const AttrDict &attrs)
{
    return attrs.find(onnx_variable::data) != nullptr;
}

bool isOnnxInput(const AttrDict &attrs)
{
    return !attrs.find(onnx_variable::outer)
           && (!holdsOnnxValues(attrs) || attrs.find(onnx_variable::input));
}

} // namespace nervure
