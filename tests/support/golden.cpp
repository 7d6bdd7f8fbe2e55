// SPDX-License-Identifier: Apache-2.0
#include "tests/support/golden.h"

#include <algorithm>
#include <fstream>
#include <vector>

namespace nervure::tests {
namespace {

constexpr std::size_t shownLines = 20;

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return lines;
}

void appendLines(std::string &out, char sign, const std::vector<std::string_view> &lines,
                 std::size_t first, std::size_t last)
{
    for (std::size_t i = first; i < std::min(last, first + shownLines); ++i) {
        const bool complete = lines[i].ends_with('\n');
        out += std::string(1, sign) + ' ' + std::string(lines[i]);
        out += complete ? "" : " (no line end)\n";
    }
    if (last > first + shownLines) {
        out += std::string(1, sign) + " ... " + std::to_string(last - first - shownLines)
               + " more lines\n";
    }
}

} // namespace

std::string describeDifference(std::string_view expected, std::string_view actual)
{
    if (expected == actual) {
        return {};
    }
    const auto before = linesOf(expected);
    const auto after = linesOf(actual);
    const std::size_t shorter = std::min(before.size(), after.size());
    std::size_t head = 0;
    while (head < shorter && before[head] == after[head]) {
        ++head;
    }
    std::size_t tail = 0;
    while (tail < shorter - head
           && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) {
        ++tail;
    }
    std::string out = "from line " + std::to_string(head + 1) + ":\n";
    appendLines(out, '-', before, head, before.size() - tail);
    appendLines(out, '+', after, head, after.size() - tail);
    return out;
}

std::string compareWithGolden(std::string_view actual, const std::filesystem::path &path)
{
    const std::filesystem::path file = sourceFolder() / "tests" / "golden" / path;
    if (isSwitchedOn("NERVURE_UPDATE_GOLDEN")) {
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << actual;
        return {};
    }
    if (!std::filesystem::exists(file)) {
        return "no golden file tests/golden/" + path.string()
               + "; run with NERVURE_UPDATE_GOLDEN=1 to write it, then read it";
    }
    const std::string difference = describeDifference(readFile(file), actual);
    return difference.empty() ? difference : "tests/golden/" + path.string() + ' ' + difference;
}

} // namespace nervure::tests
