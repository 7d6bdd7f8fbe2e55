// SPDX-License-Identifier: Apache-2.0
#include "core/layout/export/svg_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace nervure {

namespace {

/// A step, as it goes on in path data behind a number: a minus needs no blank.
void appendStep(std::string &out, double value)
{
    out += value < 0 ? "" : " ";
    append(out, value);
}

} // namespace

void append(std::string &out, double value)
{
    std::array<char, 32> buffer{};
    char *const begin = buffer.data();
    const double hundredths = std::round(value * 100);
    if (std::abs(hundredths) > 1e15) {
        out.append(begin, std::to_chars(begin, begin + buffer.size(), value).ptr);
        return;
    }
    const auto whole = static_cast<std::int64_t>(std::abs(hundredths));
    if (hundredths < 0) {
        out += '-';
    }
    out.append(begin, std::to_chars(begin, begin + buffer.size(), whole / 100).ptr);
    if (const auto rest = whole % 100; rest != 0) {
        out += '.';
        out += static_cast<char>('0' + rest / 10);
        if (rest % 10 != 0) {
            out += static_cast<char>('0' + rest % 10);
        }
    }
}

void append(std::string &out, std::string_view text)
{
    out += text;
}

void append(std::string &out, char c)
{
    out += c;
}

void append(std::string &out, Rgb color)
{
    out += hexText(color);
}

void append(std::string &out, Point point)
{
    append(out, point.x);
    out += ' ';
    append(out, point.y);
}

void append(std::string &out, const Escaped &escaped)
{
    for (const char c : escaped.text) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        default: out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        }
    }
}

void appendPath(std::string &out, const std::vector<Point> &points)
{
    out += 'M';
    append(out, points[0]);
    bool isCurve = false;
    for (std::size_t k = 0; k + 3 < points.size(); k += 3) {
        const bool goesStraight = isStraight(points, k);
        if (!goesStraight) {
            out += isCurve ? ' ' : 'C';
            append(out, points[k + 1]);
            out += ' ';
            append(out, points[k + 2]);
            out += ' ';
            append(out, points[k + 3]);
        } else if (std::abs(points[k].x - points[k + 3].x) < 0.005) {
            out += 'V';
            append(out, points[k + 3].y);
        } else {
            out += 'L';
            append(out, points[k + 3]);
        }
        isCurve = !goesStraight;
    }
}

void appendHead(std::string &out, const std::array<Point, 3> &head)
{
    const auto &[tip, left, right] = head;
    out += 'M';
    append(out, tip);
    out += 'l';
    append(out, left.x - tip.x);
    appendStep(out, left.y - tip.y);
    if (std::abs(right.y - left.y) < 0.005) {
        out += 'h';
        append(out, right.x - left.x);
    } else {
        appendStep(out, right.x - left.x);
        appendStep(out, right.y - left.y);
    }
    out += 'z';
}

} // namespace nervure
