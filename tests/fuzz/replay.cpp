// SPDX-License-Identifier: Apache-2.0
// fuzz_replay TARGET FOLDER…: gives a fuzz target every file of the folders, whole, cut short and with
// single bytes changed. Fuzzing without a fuzzer: the same inputs each time, with any compiler.
#include "fuzz_targets.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

using Bytes = std::vector<std::uint8_t>;

/// At how many places a file is cut and changed.
constexpr std::size_t places = 48;
/// Larger files are given whole alone: their parts say nothing that those of small ones do not.
constexpr std::size_t smallFile = 4096;

std::vector<std::filesystem::path> filesIn(const std::vector<std::string> &folders)
{
    std::vector<std::filesystem::path> files;
    for (const std::string &folder : folders) {
        for (const auto &entry : std::filesystem::recursive_directory_iterator(folder)) {
            if (entry.is_regular_file()) {
                files.push_back(entry.path());
            }
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

Bytes contentOf(const std::filesystem::path &file)
{
    std::ifstream in(file, std::ios::binary);
    return Bytes(std::istreambuf_iterator<char>(in), {});
}

/// Returns the number of inputs that were given.
std::size_t replay(FuzzTarget target, const Bytes &content)
{
    target(content.data(), content.size());
    if (content.size() > smallFile) {
        return 1;
    }
    const std::size_t step = content.size() / places + 1;
    std::size_t inputs = 1;
    for (std::size_t at = 0; at < content.size(); at += step) {
        const Bytes front(content.begin(), content.begin() + static_cast<std::ptrdiff_t>(at));
        target(front.data(), front.size());
        Bytes changed = content;
        changed[at] ^= static_cast<std::uint8_t>(1U << (at % 8));
        target(changed.data(), changed.size());
        inputs += 2;
    }
    return inputs;
}

} // namespace

int main(int argc, char **argv)
{
    const std::vector<std::string> words(argv + 1, argv + argc);
    const auto target = words.empty() ? std::end(fuzzTargets)
                                      : std::find_if(std::begin(fuzzTargets), std::end(fuzzTargets),
                                                     [&](const NamedFuzzTarget &known) {
                                                         return known.name == words.front();
                                                     });
    if (target == std::end(fuzzTargets) || words.size() < 2) {
        std::fprintf(stderr, "usage: fuzz_replay TARGET FOLDER…\n");
        return 2;
    }
    std::size_t files = 0;
    std::size_t inputs = 0;
    for (const auto &file : filesIn({words.begin() + 1, words.end()})) {
        std::printf("%s\n", file.c_str());
        std::fflush(stdout); // a crash is the last file's
        inputs += replay(target->run, contentOf(file));
        ++files;
    }
    std::printf("%zu files, %zu inputs\n", files, inputs);
    return files > 0 ? 0 : 1;
}
