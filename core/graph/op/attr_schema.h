// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/attr_dict.h"
#include "core/graph/op/hidden_keys.h"
#include "core/support/result.h"

#include <cassert>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What kind of value an attribute holds; decides the editor that is offered for it.
enum class AttrKind { Integer, Number, Boolean, Text, Choice, IntTuple, NumberTuple, ElementType };

/// One declared attribute of an operator, with its field type erased.
struct AttrDecl {
    AttrDecl();
    AttrDecl(const AttrDecl &other);
    AttrDecl(AttrDecl &&other) noexcept;
    AttrDecl &operator=(const AttrDecl &other);
    AttrDecl &operator=(AttrDecl &&other) noexcept;
    ~AttrDecl();

    std::string name;
    AttrKind kind = AttrKind::Text;
    std::string help;        ///< one phrase, what the attribute means
    bool required = false;   ///< no default exists
    std::string defaultText; ///< the default as it would be written; empty when required
    std::optional<double> minimum;
    std::optional<double> maximum;
    std::vector<std::string> choices; ///< legal texts of a Choice
    /// Parses `text` into the operator's attribute struct; the message says what was expected.
    std::function<Status(std::string_view text, void *attrs)> parse;
    /// The value in the struct as canonical text (NNVM's FGetAttrDict form).
    std::function<std::string(const void *attrs)> print;
};

/// The parsed attributes of one node: a value of the operator's attribute struct. Cheap to copy.
class ParsedAttrs {
public:
    ParsedAttrs() = default;
    explicit ParsedAttrs(std::shared_ptr<const void> value) : m_value(std::move(value)) {}

    [[nodiscard]] const void *data() const { return m_value.get(); }
    /// A must be the struct the operator was declared with.
    template <typename A>
    [[nodiscard]] const A &as() const
    {
        assert(m_value && "attributes were parsed");
        return *static_cast<const A *>(m_value.get());
    }

private:
    std::shared_ptr<const void> m_value;
};

/// The declared attributes of an operator.
struct AttrSchema {
    std::vector<AttrDecl> decls;
    /// A new attribute struct holding the defaults.
    std::function<std::shared_ptr<void>()> makeDefault;
    /// NNVM's operators without a parser (relu, …) take any key and look at none.
    bool acceptsAnyKey = false;
    /// Keys that are never looked at; null: there are none.
    bool (*isHiddenKey)(std::string_view key) = isNnvmHiddenKey;

    [[nodiscard]] const AttrDecl *find(std::string_view name) const;
};

/// Parses a node's dictionary. Appends one diagnostic per unknown key, bad value and missing required attribute, located by
/// `nodeName` and the key; gives the struct with defaults in place of what was wrong.
[[nodiscard]] ParsedAttrs parseAttrs(const AttrSchema &schema, const AttrDict &dict,
                                     std::string_view opName, std::string_view nodeName,
                                     Diagnostics &diagnostics);

} // namespace nervure
