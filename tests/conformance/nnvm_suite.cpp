// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/nnvm_suite.h"

#include "core/support/file.h"
#include "tests/conformance/nnvm_error_case.h"
#include "tests/conformance/nnvm_extra_case.h"
#include "tests/conformance/nnvm_graph_case.h"
#include "tests/conformance/nnvm_operator_case.h"
#include "tests/conformance/nnvm_value_case.h"
#include "tests/conformance/oracle_files.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <memory>

namespace nervure::conformance {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char *jsonEnding = ".json";
constexpr const char *buildEnding = ".tvm.json";

/// One of the files that belong to a graph of the corpus. Absent: null. Unreadable: a failure.
Json companion(const fs::path &path, const std::string &section, FileReport &report)
{
    if (!fs::exists(path)) {
        return {};
    }
    auto json = readJsonFile(path);
    if (!json) {
        report.add(section, differs(json.error().message));
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
    if (!text) {
        report.add("round trip", differs(text.error().message));
        return;
    }
    const auto loaded = context.load(*text);
    if (!loaded) {
        report.add("round trip", differs("refused: " + loaded.error().message));
        return;
    }
    if (const std::string op = context.undeclaredOperator(loaded->graph); !op.empty()) {
        report.add("operators", context.missing("operator " + op));
        return;
    }
    NnvmGraphCase(context, report, oracle).run(loaded->graph, *text);
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
    std::vector<Task> tasks;
    for (const std::string &name : names) {
        const bool isBuild = (name + jsonEnding).ends_with(buildEnding);
        if (isBuild || !matches(filter, name)) {
            continue;
        }
        const std::string file = name + jsonEnding;
        tasks.push_back(
            {name,
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

constexpr std::array<CaseList, 3> caseLists{{
    {"errors.json", "id", runNnvmErrorCase},
    {"extra_passes.json", "pass", runNnvmExtraCase},
    {"ops.json", "name", runNnvmOperatorCase},
}};

void addCases(const NnvmContext &context, const CaseList &list, const std::string &filter,
              std::vector<Task> &tasks)
{
    const fs::path path = context.folder / list.file;
    if (!fs::exists(path)) {
        return;
    }
    auto cases = readJsonFile(path);
    if (!cases || !cases->is_array()) {
        const std::string fault =
            cases ? std::string(list.file) + " is no list" : cases.error().message;
        tasks.push_back(
            {list.file, 0, [fault](FileReport &report) { report.add("file", differs(fault)); }});
        return;
    }
    std::size_t number = 0;
    for (Json &item : *cases) {
        const bool hasName =
            item.is_object() && item.contains(list.nameKey) && item[list.nameKey].is_string();
        const std::string name = hasName ? item[list.nameKey].get<std::string>() : "";
        const std::string title =
            std::string(list.file) + " " + std::to_string(number++) + " " + name;
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
    const auto ops = readJsonFile(context.folder / "ops.json");
    if (ops && ops->is_array()) {
        for (const Json &op : *ops) {
            const auto name = op.value("name", "");
            const Json rules = op.value("registered_attrs", Json::array());
            context.nnvmOps.insert(name);
            if (std::find(rules.begin(), rules.end(), Json("FCorrectLayout")) != rules.end()) {
                context.layoutOps.insert(name);
            }
        }
    }
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
