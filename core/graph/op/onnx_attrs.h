// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace nervure {

/// The attributes of an ONNX node by name, defaults filled in. ONNX's 203 operators share some few kinds of
/// attributes and differ by version, so that one type holds those of all. Graphs, tensors and types are held
/// as the text that the reader makes of them (formats/onnx).
class OnnxAttrs {
public:
    using Value = std::variant<std::int64_t, double, std::string, std::vector<std::int64_t>,
                               std::vector<double>, std::vector<std::string>>;

    void set(std::string name, Value value);
    /// Null: neither the node nor the operator's declaration says anything.
    [[nodiscard]] const Value *find(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }

    /// The value of that name, of that kind; `absent` or nothing where there is none.
    [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t absent = 0) const;
    [[nodiscard]] double number(std::string_view name, double absent = 0) const;
    [[nodiscard]] std::string_view text(std::string_view name) const;
    [[nodiscard]] const std::vector<std::int64_t> &integers(std::string_view name) const;
    [[nodiscard]] const std::vector<double> &numbers(std::string_view name) const;
    [[nodiscard]] const std::vector<std::string> &texts(std::string_view name) const;

private:
    std::vector<std::pair<std::string, Value>> m_values;
};

} // namespace nervure
