// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/from_mxnet_attrs.h"

#include <array>

namespace nervure {

Diagnostic unsupportedInImport(const std::string &what, std::string_view where)
{
    return makeError("NotImplementedError", "{} is not supported in {}.", what, where);
}

Result<std::string> requiredAttr(const MXNetCall &call, std::string_view key)
{
    if (const std::string *value = call.attrs.find(key)) {
        return *value;
    }
    return makeError("AttributeError", "Required attribute {} not found.", key);
}

std::string attrOr(const MXNetCall &call, std::string_view key, std::string fallback)
{
    const std::string *value = call.attrs.find(key);
    return value ? *value : std::move(fallback);
}

std::string filledAttrOr(const MXNetCall &call, std::string_view key, std::string fallback)
{
    const std::string *value = call.attrs.find(key);
    return value && !value->empty() ? *value : std::move(fallback);
}

bool flagOf(const MXNetCall &call, std::string_view key, std::string fallback)
{
    const std::string text = attrOr(call, key, std::move(fallback));
    const std::string lower = toLower(pythonStrip(text));
    return lower == "true" || lower == "1" || lower == "t" || lower == "y" || lower == "yes";
}

Result<std::string> floatText(std::string_view text)
{
    ASSIGN_OR_RETURN(const double value, pythonFloat(text));
    return pythonRepr(value);
}

Result<std::optional<Entry>> inputAt(const MXNetCall &call, std::size_t at)
{
    if (at >= call.inputs.size()) {
        return makeError("IndexError", "list index out of range");
    }
    return call.inputs[at];
}

Result<NnvmSymbol> callOnFirst(MXNetCall &call, std::string_view function, AttrDict attrs)
{
    ASSIGN_OR_RETURN(const auto data, inputAt(call, 0));
    return call.nnvm.call(function, std::array{data}, std::move(attrs));
}

} // namespace nervure
