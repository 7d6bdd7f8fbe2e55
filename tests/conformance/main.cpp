// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "tests/conformance/nnvm_suite.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>

namespace {

namespace fs = std::filesystem;

constexpr int exitSkipped = 77;

struct Options {
    std::string folder;
    std::string only;
    std::string filter;
    bool isJson = false;
};

std::string defaultFolder()
{
    const char *chosen = std::getenv("NERVURE_ORACLES");
    return chosen != nullptr && *chosen != '\0' ? chosen : NERVURE_DEFAULT_ORACLES;
}

bool isRequired()
{
    const char *value = std::getenv("NERVURE_REQUIRE_ORACLES");
    return value != nullptr && *value != '\0' && std::string(value) != "0";
}

/// `folder` itself if it is the oracles of `dialect`, else its subfolder.
fs::path suiteFolder(const fs::path &folder, const char *dialect)
{
    const bool isSuite = fs::exists(folder / "corpus");
    return isSuite && folder.filename() == dialect ? folder : folder / dialect;
}

int missing(const fs::path &folder)
{
    std::cerr << "nervure-conformance: no oracles in " << folder << "\n";
    return isRequired() ? 1 : exitSkipped;
}

int run(const Options &options)
{
    const fs::path folder = options.folder.empty() ? defaultFolder() : options.folder;
    const fs::path nnvm = suiteFolder(folder, "nnvm");
    if (options.only == "lightnet") {
        std::cerr << "nervure-conformance: this build checks nothing of LightNet\n";
        return exitSkipped;
    }
    nervure::conformance::Report report;
    const nervure::Builtins builtins = nervure::makeBuiltins();
    if (!fs::exists(nnvm / "corpus")) {
        return missing(nnvm);
    }
    runNnvmSuite(nnvm, options.filter, builtins, report);
    if (options.isJson) {
        std::cout << report.toJson().dump(2) << "\n";
    } else {
        report.print(std::cout);
    }
    return report.failures() == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    Options options;
    CLI::App app{"Compares Nervure with recorded results of the originals", "nervure-conformance"};
    app.add_option("DIR", options.folder, "folder of oracles, or of one dialect's oracles");
    app.add_option("--only", options.only, "one dialect alone")
        ->check(CLI::IsMember({"nnvm", "lightnet"}));
    app.add_option("--filter", options.filter, "cases whose name matches, with * and ?");
    app.add_flag("--json", options.isJson, "one JSON document");
    CLI11_PARSE(app, argc, argv);
    try {
        return run(options);
    } catch (const std::exception &error) {
        std::cerr << "nervure-conformance: an oracle is not what it should be: " << error.what()
                  << "\n";
        return 1;
    }
}
