// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/nnvm_suite.h"

#include "core/support/file.h"
#include "tests/conformance/nnvm_error_case.h"
#include "tests/conformance/nnvm_graph_case.h"
#include "tests/conformance/nnvm_value_case.h"

#include <nlohmann/json.hpp>

#include <fnmatch.h>

#include <algorithm>

namespace nervure::conformance {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

bool matches(const std::string &filter, const std::string &name)
{
    return filter.empty() || ::fnmatch(filter.c_str(), name.c_str(), 0) == 0;
}

/// The JSON in a file; null when there is no such file or it is no JSON.
Json readJson(const fs::path &path)
{
    const auto text = fs::exists(path) ? readFile(path) : Result<std::string>(std::string());
    const Json json = text ? Json::parse(*text, nullptr, false) : Json();
    return json.is_discarded() ? Json() : json;
}

std::vector<fs::path> sortedFiles(const fs::path &folder)
{
    std::vector<fs::path> files;
    std::error_code error;
    for (const auto &entry : fs::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".json") {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

void runCorpus(const fs::path &folder, const std::string &filter, const NnvmContext &context,
               Report &report)
{
    for (const fs::path &file : sortedFiles(folder / "corpus")) {
        const std::string name = file.stem().string();
        if (!matches(filter, name)) {
            continue;
        }
        const auto text = readFile(file);
        if (!text) {
            report.check("nnvm round trip", name, text.error().message);
            continue;
        }
        const Json oracle = readJson(folder / "oracle" / file.filename());
        NnvmGraphCase(context, report, name).run(*text, oracle);
        if (const Json numeric = readJson(folder / "numeric" / file.filename());
            !numeric.is_null()) {
            runNnvmValueCase(context, name, *text, numeric, report);
        }
    }
}

} // namespace

void runNnvmSuite(const fs::path &folder, const std::string &filter, const Builtins &builtins,
                  Report &report)
{
    const FormatSpec *format = builtins.formats.find("nnvm");
    if (!format) {
        report.check("nnvm round trip", "format", "there is no format nnvm");
        return;
    }
    NnvmContext context{builtins, *format, {}};
    const Json ops = readJson(folder / "ops.json");
    for (const auto &[name, op] : ops.items()) {
        context.nnvmOps.insert(ops.is_array() ? op.value("name", name) : name);
    }
    runCorpus(folder, filter, context, report);
    for (const Json &errorCase : readJson(folder / "errors.json")) {
        if (matches(filter, errorCase.value("id", ""))) {
            runNnvmErrorCase(context, errorCase, report);
        }
    }
}

} // namespace nervure::conformance
