// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/support/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nervure {

/// What AlterOpLayout changes, as plain text, so that a device's table, a tuner's records or a
/// user's own wish all look alike. Rows are separated by ';':
///     conv2d:layout=NCHW8c:kernel_layout=OIHW8i8o      all conv2d
///     @conv1:op=_contrib_conv2d_NCHWc:layout=NCHW8c    the node conv1, which becomes another op
/// The row of a node's name goes before the row of its operator.
class LayoutTable {
public:
    /// The change of one operator or node.
    struct Row {
        std::optional<std::string> op; ///< the operator it becomes
        AttrDict attrs;                ///< attributes it gets

        void apply(Node &node) const;
    };

    /// Fails on a row that is not of the form above and on a second row for the same.
    static Result<LayoutTable> parse(std::string_view text);

    /// The row for a node, or null.
    [[nodiscard]] const Row *find(const Node &node) const;

private:
    std::unordered_map<std::string, Row> m_rows; ///< by operator, or '@' and the node's name
};

} // namespace nervure
