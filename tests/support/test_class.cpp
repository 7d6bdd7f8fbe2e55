// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_class.h"

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

namespace nervure::tests {
namespace {

std::map<std::string, RunTest> &knownTests()
{
    static std::map<std::string, RunTest> tests;
    return tests;
}

} // namespace

bool addTest(const char *name, RunTest run)
{
    const std::string stem = std::filesystem::path(name).stem().string();
    return knownTests().emplace(stem.starts_with("tst_") ? stem.substr(4) : stem, run).second;
}

} // namespace nervure::tests

int main(int argc, char **argv)
{
    const auto &tests = nervure::tests::knownTests();
    const auto found = argc > 1 ? tests.find(argv[1]) : tests.end();
    if (found == tests.end()) {
        std::fprintf(stderr, "usage: %s CLASS [FUNCTION…] [OPTION…], where CLASS is one of\n",
                     argv[0]);
        for (const auto &[name, run] : tests) {
            std::fprintf(stderr, "    %s\n", name.c_str());
        }
        return 2;
    }
    // Settings and folders that bear the program's name are each class's own.
    std::string name = "tst_" + found->first;
    argv[1] = name.data();
    return found->second(argc - 1, argv + 1);
}
