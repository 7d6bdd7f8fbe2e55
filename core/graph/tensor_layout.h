// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/tensor_type.h"
#include "core/support/result.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure {

/// NNVM's layout text: the order of a tensor's dimensions ("NCHW"), where a number and a lower-case
/// letter mean a block of that dimension ("NCHW4c"). "__undef__" is the undefined layout.
class Layout {
public:
    static constexpr std::string_view undefinedText = "__undef__";

    /// Fails on letters that repeat, blocks without size and blocks without their dimension.
    static Result<Layout> parse(std::string_view text);

    [[nodiscard]] bool isDefined() const { return !m_axes.empty(); }
    [[nodiscard]] std::size_t rank() const { return m_axes.size(); }
    /// Letter number `i`; must be there.
    [[nodiscard]] char axis(std::size_t i) const { return m_axes[i].first; }
    /// The dimension that a letter belongs to: 'C' for 'C' and for 'c'.
    [[nodiscard]] static char dimensionOf(char axis);
    /// Position of a letter, or -1.
    [[nodiscard]] int indexOf(char axis) const;
    [[nodiscard]] bool contains(char axis) const { return indexOf(axis) >= 0; }
    /// Block size of a dimension (upper case), or 0 when it is not blocked.
    [[nodiscard]] std::int64_t blockOf(char axis) const;
    /// The same dimensions, in whatever order and blocks.
    [[nodiscard]] bool convertibleTo(const Layout &other) const;
    /// `count` letters from `first` on (or up to the end); undefined when that is none. Fails when a
    /// block is left without its dimension.
    [[nodiscard]] Result<Layout> part(std::size_t first, std::size_t count) const;
    [[nodiscard]] Layout reversed() const;
    /// The letters of this and then the other's; fails when one repeats.
    [[nodiscard]] Result<Layout> joinedWith(const Layout &other) const;
    /// A shape of this layout as the same tensor's shape in `to`. A dimension that becomes blocks is
    /// cut to whole ones. As in NNVM a size that is not known (0) cannot be split.
    [[nodiscard]] Result<Shape> convert(const Shape &shape, const Layout &to) const;

    [[nodiscard]] const std::string &text() const { return m_text; }
    bool operator==(const Layout &other) const { return m_axes == other.m_axes; }

private:
    [[nodiscard]] std::string upperCase() const;
    [[nodiscard]] std::string textOf(std::size_t first, std::size_t count) const;

    std::string m_text{undefinedText};
    std::vector<std::pair<char, std::int64_t>> m_axes; ///< letter and block size (0: a dimension)
};

} // namespace nervure
