// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/diagram/palette.h"
#include "core/layout/engine/route.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

// What SVG text is put together from. Most of a large picture is numbers: they have at most two decimals.

void append(std::string &out, double value);
void append(std::string &out, std::string_view text);
void append(std::string &out, char c);
void append(std::string &out, Rgb color);
void append(std::string &out, Point point);

/// Text for XML: markup escaped, characters XML forbids replaced, bytes that are no UTF-8 too.
struct Escaped {
    std::string_view text;
};
void append(std::string &out, const Escaped &escaped);

/// A line's path data from where it begins: straight pieces as such.
void appendPath(std::string &out, const std::vector<Point> &points);

/// An arrow head's path data, closed.
void appendHead(std::string &out, const std::array<Point, 3> &head);

} // namespace nervure
