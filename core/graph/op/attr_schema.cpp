// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/attr_schema.h"

#include "core/graph/kernel_calls.h"
#include "core/support/misspelling.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

AttrDecl::AttrDecl() = default;
AttrDecl::AttrDecl(const AttrDecl &other) = default;
AttrDecl::AttrDecl(AttrDecl &&other) noexcept = default;
AttrDecl &AttrDecl::operator=(const AttrDecl &other) = default;
AttrDecl &AttrDecl::operator=(AttrDecl &&other) noexcept = default;
AttrDecl::~AttrDecl() = default;

const AttrDecl *AttrSchema::find(std::string_view name) const
{
    const auto it = std::find_if(decls.begin(), decls.end(),
                                 [name](const AttrDecl &decl) { return decl.name == name; });
    return it == decls.end() ? nullptr : &*it;
}

namespace {

Diagnostic attrError(std::string code, std::string_view opName, std::string_view nodeName,
                     std::string_view key, std::string_view what)
{
    Diagnostic error = makeErrorAt(std::string(nodeName), std::move(code), "{} {}: attribute {} {}",
                                   opName, quoted(nodeName), quoted(key), what);
    error.where.attribute = std::string(key);
    return error;
}

std::string unknownKeyText(const AttrSchema &schema, std::string_view key)
{
    std::vector<std::string> names;
    for (const AttrDecl &decl : schema.decls) {
        names.push_back(decl.name);
    }
    const auto suggestion = misspeltFrom(key, names);
    if (suggestion) {
        return "is unknown, did you mean " + quoted(*suggestion);
    }
    return names.empty() ? "is unknown, the operator has none"
                         : "is unknown, expected one of " + join(names, ", ");
}

/// Later versions of TVM say more of a call than NNVM's operator knows, always `hash` and often what its
/// operators had (out_layout). Its runtime passes that by.
bool isOfLaterTvm(std::string_view opName, const AttrDict &dict)
{
    return opName == kernelCallOp && dict.find("hash") != nullptr;
}

} // namespace

ParsedAttrs parseAttrs(const AttrSchema &schema, const AttrDict &dict, std::string_view opName,
                       std::string_view nodeName, Diagnostics &diagnostics)
{
    if (!schema.makeDefault) {
        return {};
    }
    const bool acceptsAnyKey = schema.acceptsAnyKey || isOfLaterTvm(opName, dict);
    std::shared_ptr<void> attrs = schema.makeDefault();
    for (const auto &[key, value] : dict) {
        const AttrDecl *decl = schema.find(key);
        if (!decl) {
            const bool isHidden = schema.isHiddenKey && schema.isHiddenKey(key);
            if (!isHidden && !acceptsAnyKey) {
                diagnostics.push_back(
                    attrError("attr-unknown", opName, nodeName, key, unknownKeyText(schema, key)));
            }
            continue;
        }
        if (const Status status = decl->parse(value, attrs.get()); !status) {
            diagnostics.push_back(attrError("attr-invalid", opName, nodeName, key,
                                            "is " + quoted(value) + ", " + status.error().message));
        }
    }
    for (const AttrDecl &decl : schema.decls) {
        if (decl.required && !dict.find(decl.name)) {
            diagnostics.push_back(attrError("attr-missing", opName, nodeName, decl.name,
                                            "is missing, the operator requires it"));
        }
    }
    return ParsedAttrs(std::move(attrs));
}

} // namespace nervure
