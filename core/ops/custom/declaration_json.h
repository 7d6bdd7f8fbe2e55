// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ops/custom/declaration.h"
#include "core/support/json/json_spans.h"
#include "core/support/json/json_tree.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure::custom {

/// The elements of a list; none of anything else.
[[nodiscard]] std::vector<JsonValue> elementsOf(const JsonValue &value);

/// Reads members of a file of declarations. What is wrong is told with the file, the place in it, and what it
/// is about.
class DeclarationJson {
public:
    /// `text` must outlive it and is what `tree` was made from.
    DeclarationJson(std::string file, std::string_view text, const JsonTree &tree)
        : m_file(std::move(file)),
          m_spans(text),
          m_lines(text),
          m_root(tree.root())
    {}

    [[nodiscard]] const std::string &file() const { return m_file; }
    [[nodiscard]] JsonValue root() const { return m_root; }

    /// What later messages begin with: "operator 'x'".
    void setSubject(std::string subject) { m_subject = std::move(subject); }
    [[nodiscard]] Diagnostic errorAt(const JsonValue &value, std::string_view message) const;
    [[nodiscard]] Diagnostic wrongKind(const JsonValue &value, std::string_view what,
                                       std::string_view expected) const;

    /// Fails unless it is an object that has no other members, and none twice.
    [[nodiscard]] Status checkMembers(const JsonValue &object, std::string_view what,
                                      const std::vector<std::string> &allowed) const;
    [[nodiscard]] Result<std::string> text(const JsonValue &object, std::string_view key) const;
    /// Empty where there is none.
    [[nodiscard]] Result<std::string> optionalText(const JsonValue &object,
                                                   std::string_view key) const;
    [[nodiscard]] Result<bool> flag(const JsonValue &object, std::string_view key) const;
    /// Its items; none where there is none.
    [[nodiscard]] Result<std::vector<JsonValue>> list(const JsonValue &object,
                                                      std::string_view key) const;
    /// The text of a value that must be one; `what` it is.
    [[nodiscard]] Result<std::string> textOf(const JsonValue &value, std::string_view what) const;
    /// A name that expressions can use.
    [[nodiscard]] Result<std::string> name(const JsonValue &value, std::string_view what) const;

    /// An expression of that kind; nothing where there is none.
    [[nodiscard]] Result<std::optional<Formula>> formula(const JsonValue &object,
                                                         std::string_view key, Kind kind,
                                                         const Names &names) const;
    /// A text with expressions in braces.
    [[nodiscard]] Result<Pattern> pattern(const JsonValue &value, std::string_view what,
                                          const Names &names) const;

private:
    [[nodiscard]] Diagnostic inExpression(const JsonValue &value, std::string_view what,
                                          std::string_view text, const Diagnostic &fault) const;

    std::string m_file;
    JsonSpans m_spans;
    LineStarts m_lines;
    JsonValue m_root;
    std::string m_subject;
};

} // namespace nervure::custom
