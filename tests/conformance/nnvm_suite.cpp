// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/nnvm_suite.h"

#include "core/support/file.h"
#include "tests/conformance/nnvm_build_case.h"
#include "tests/conformance/nnvm_compile_case.h"
#include "tests/conformance/nnvm_error_case.h"
#include "tests/conformance/nnvm_extra_case.h"
#include "tests/conformance/nnvm_gradient_case.h"
#include "tests/conformance/nnvm_graph_case.h"
#include "tests/conformance/nnvm_operator_case.h"
#include "tests/conformance/nnvm_print_case.h"
#include "tests/conformance/nnvm_value_case.h"
#include "tests/conformance/oracle_files.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cctype>
#include <memory>
#include <optional>

namespace nervure::conformance {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char *jsonEnding = ".json";
constexpr const char *buildEnding = ".tvm.json";
const std::string titlePrefix = "nnvm/";

/// One of the files that belong to a graph of the corpus. Absent: null. Unreadable: a failure.
Json companion(const fs::path &path, const std::string &section, FileReport &report)
{
    if (!fs::exists(path)) {
        return {};
    }
    auto json = readJsonFile(path);
    if (!json) {
        report.fail(section, json.error().message);
        return {};
    }
    return std::move(json).value();
}

void runCorpusFile(const NnvmContext &context, const std::string &name, FileReport &report)
{
    const std::string file = name + jsonEnding;
    const auto text = readFile(context.folder / "corpus" / file);
    const Json oracle = companion(context.folder / "oracle" / file, "oracle", report);
    const Json numeric = companion(context.folder / "numeric" / file, "numeric", report);
    const Json builds =
        companion(context.folder / "oracle" / (name + buildEnding), "builds", report);
    if (!text) {
        report.fail("round trip", text.error().message);
        return;
    }
    const auto loaded = context.load(*text);
    if (!loaded) {
        report.fail("round trip", "refused: " + loaded.error().message);
        return;
    }
    NnvmGraphCase(context, report, oracle).run(loaded->graph, *text);
    if (oracle.is_object()) {
        runNnvmCompileCase(context, loaded->graph, oracle, report);
    }
    if (!builds.is_null()) {
        runNnvmBuildCase(context, loaded->graph, oracle, builds, report);
    }
    if (!numeric.is_null()) {
        runNnvmValueCase(context, loaded->graph, numeric, report);
    }
}

std::vector<Task> corpusTasks(const NnvmContext &context, const std::string &filter)
{
    std::set<std::string> names;
    for (const char *folder : {"corpus", "oracle", "numeric"}) {
        names.merge(namesIn(context.folder / folder, jsonEnding));
    }
    std::erase_if(
        names, [](const std::string &name) { return (name + jsonEnding).ends_with(buildEnding); });
    names.merge(namesIn(context.folder / "oracle", buildEnding));
    std::vector<Task> tasks;
    for (const std::string &name : names) {
        if (!matches(filter, name)) {
            continue;
        }
        const std::string file = name + jsonEnding;
        tasks.push_back(
            {titlePrefix + name,
             bytesOf(context.folder / "corpus" / file) + bytesOf(context.folder / "oracle" / file),
             [&context, name](FileReport &report) { runCorpusFile(context, name, report); }});
    }
    return tasks;
}

/// A file with one case an element.
struct CaseList {
    const char *file;
    const char *nameKey; ///< which key of a case is its name
    void (*run)(const NnvmContext &, const Json &, FileReport &);
};

constexpr std::array<CaseList, 6> caseLists{{
    {"errors.json", "id", runNnvmErrorCase},
    {"extra_passes.json", "pass", runNnvmExtraCase},
    {"gradients.json", "model", runNnvmGradientCase},
    {"ir_prints.json", "model", runNnvmPrintCase},
    {"ops.json", "name", runNnvmOperatorCase},
    {"symbol_debug_str.json", "model", runNnvmDebugTextCase},
}};

/// The cases of a file: a list, or {"model": "text"}. Nothing when it is neither.
std::optional<std::vector<Json>> casesOf(const Json &file)
{
    if (file.is_array()) {
        return file.get<std::vector<Json>>();
    }
    if (!file.is_object()) {
        return std::nullopt;
    }
    std::vector<Json> cases;
    for (const auto &[model, text] : file.items()) {
        cases.push_back({{"model", model}, {"text", text}});
    }
    return cases;
}

void addCases(const NnvmContext &context, const CaseList &list, const std::string &filter,
              std::vector<Task> &tasks)
{
    const fs::path path = context.folder / list.file;
    if (!fs::exists(path)) {
        return;
    }
    const auto json = readJsonFile(path);
    auto cases = json ? casesOf(*json) : std::nullopt;
    if (!cases) {
        const std::string fault =
            json ? std::string(list.file) + " is no list" : json.error().message;
        tasks.push_back({titlePrefix + list.file, 0,
                         [fault](FileReport &report) { report.fail("file", fault); }});
        return;
    }
    std::size_t number = 0;
    for (Json &item : *cases) {
        const bool hasName =
            item.is_object() && item.contains(list.nameKey) && item[list.nameKey].is_string();
        const std::string name = hasName ? item[list.nameKey].get<std::string>() : "";
        const std::string title =
            titlePrefix + list.file + "#" + std::to_string(number++) + " " + name;
        if (!matches(filter, name)) {
            continue;
        }
        const auto shared = std::make_shared<const Json>(std::move(item));
        tasks.push_back({title, 0, [&context, &list, shared](FileReport &report) {
                             list.run(context, *shared, report);
                         }});
    }
}

/// "No reliance on: a (why), b, c.": the names, as far as there are files of that name.
void readReliance(const std::string &readme, NnvmContext &context)
{
    constexpr std::string_view mark = "No reliance on:";
    const std::size_t start = readme.find(mark);
    if (start == std::string::npos) {
        return;
    }
    const std::size_t end = readme.find('\n', start);
    const std::string line = readme.substr(start, end - start);
    for (const std::string &name : namesIn(context.folder / "numeric", jsonEnding)) {
        for (std::size_t at = line.find(name); at != std::string::npos;
             at = line.find(name, at + 1)) {
            const auto isWord = [&line](std::size_t i) {
                return i < line.size()
                       && (std::isalnum(static_cast<unsigned char>(line[i])) || line[i] == '_');
            };
            if (!isWord(at - 1) && !isWord(at + name.size())) {
                context.noReliance.insert(name);
            }
        }
    }
}

} // namespace

void readNnvmFacts(NnvmContext &context)
{
    for (const char *name : {"README.md", "README-random.md"}) {
        if (const auto text = readFile(context.folder / name)) {
            readReliance(*text, context);
        }
    }
}

std::vector<Task> nnvmTasks(const NnvmContext &context, const std::string &filter)
{
    std::vector<Task> tasks = corpusTasks(context, filter);
    for (const CaseList &list : caseLists) {
        addCases(context, list, filter, tasks);
    }
    return tasks;
}

} // namespace nervure::conformance
