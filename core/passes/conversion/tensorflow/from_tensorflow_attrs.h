// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/attr_dict.h"
#include "core/support/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Attributes of TensorFlow's operators as from_tensorflow reads them: values of Python.
namespace nervure {

/// One attribute, told from its text in the graph (formats/tensorflow/tf_attribute.h).
class TensorFlowAttrs {
public:
    explicit TensorFlowAttrs(const AttrDict &attrs) : m_attrs(attrs) {}

    [[nodiscard]] bool has(std::string_view key) const { return m_attrs.find(key) != nullptr; }
    /// attr[key]. KeyError.
    [[nodiscard]] Result<std::string> text(std::string_view key) const;
    [[nodiscard]] Result<std::vector<std::int64_t>> integers(std::string_view key) const;
    [[nodiscard]] Result<std::int64_t> integer(std::string_view key) const;
    [[nodiscard]] Result<bool> flag(std::string_view key) const;
    /// A 32-bit number as Python has it.
    [[nodiscard]] Result<double> number(std::string_view key) const;
    [[nodiscard]] std::int64_t integerOr(std::string_view key, std::int64_t absent) const;

    /// All of them, as str() writes each.
    [[nodiscard]] AttrDict asPython() const;

private:
    const AttrDict &m_attrs;
};

/// str() of a list of sizes and of a tuple of them.
[[nodiscard]] std::string sizeList(const std::vector<std::int64_t> &sizes);
[[nodiscard]] std::string sizeTuple(const std::vector<std::int64_t> &sizes);
/// str() of a number of NumPy's, of 32 bits: the digits that it needs.
[[nodiscard]] std::string numpyText(double value, bool isWhole);

} // namespace nervure
