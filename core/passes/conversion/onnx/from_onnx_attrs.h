// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/graph/op/onnx_attrs.h"
#include "core/support/result.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure {

/// The value of an attribute as from_onnx reads it: int, float, bytes, or a tuple of one of these. A tensor
/// is held as its text.
using OnnxValue = OnnxAttrs::Value;

/// Attributes as a dictionary of Python, in its order.
class OnnxDict {
public:
    using Item = std::pair<std::string, OnnxValue>;

    /// The attributes of a node, each of the field that its text looks like. Graphs and empty lists are
    /// refused.
    static Result<OnnxDict> ofNode(const Node &node);

    [[nodiscard]] const OnnxValue *find(std::string_view key) const;
    [[nodiscard]] bool has(std::string_view key) const { return find(key) != nullptr; }
    void set(std::string_view key, OnnxValue value);
    void erase(std::string_view key);
    /// attrs[key]. KeyError.
    [[nodiscard]] Result<OnnxValue> required(std::string_view key) const;
    /// float(attrs.get(key, fallback)). TypeError, ValueError.
    [[nodiscard]] Result<double> number(std::string_view key, double fallback) const;
    /// int(attrs.get(key, fallback)). TypeError, ValueError.
    [[nodiscard]] Result<std::int64_t> integer(std::string_view key, std::int64_t fallback) const;
    /// str(attrs.get(key)), or `fallback` where there is none.
    [[nodiscard]] std::string text(std::string_view key, std::string fallback) const;

    [[nodiscard]] auto begin() const { return m_items.begin(); }
    [[nodiscard]] auto end() const { return m_items.end(); }

private:
    std::vector<Item> m_items;
};

/// str(value).
[[nodiscard]] std::string pythonStr(const OnnxValue &value);

/// The whole numbers of a tuple. TypeError where it is none, as `for` says it.
[[nodiscard]] Result<std::vector<std::int64_t>> integersOf(const OnnxValue &value);

/// Whether Python's `if` takes it for true.
[[nodiscard]] bool isTrue(const OnnxValue &value);

/// KeyError: repr(key).
[[nodiscard]] Diagnostic keyError(std::string_view key);

/// str() of a tuple and of a list of numbers.
[[nodiscard]] std::string tupleText(const std::vector<std::int64_t> &numbers);
[[nodiscard]] std::string listText(const std::vector<std::int64_t> &numbers);

} // namespace nervure
