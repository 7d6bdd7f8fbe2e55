// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/lightnet_suite.h"

#include "core/support/file.h"
#include "tests/conformance/lightnet_case.h"
#include "tests/conformance/lightnet_program_case.h"
#include "tests/conformance/lightnet_text_case.h"
#include "tests/conformance/oracle_files.h"

#include <array>
#include <memory>

namespace nervure::conformance {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char *jsonEnding = ".json";
const std::string titlePrefix = "lightnet/";

void runFile(const LightNetContext &context, const std::string &name, FileReport &report)
{
    const auto text = readFile(context.folder / "corpus" / (name + jsonEnding));
    const auto oracle = readJsonFile(context.folder / "oracle" / (name + jsonEnding));
    if (!text || !oracle) {
        report.fail("parse", text ? oracle.error().message : text.error().message);
        return;
    }
    runLightNetCase(context, *text, *oracle, report);
}

/// A file whose `cases` are a list of records with a `name`, or an object of records by name.
struct CaseFile {
    const char *file;
    void (*run)(const LightNetContext &, const Json &file, const Json &record, FileReport &);
};

constexpr std::array<CaseFile, 4> caseFiles{{
    {"errors.json", [](const LightNetContext &context, const Json &, const Json &record,
                       FileReport &report) { runLightNetErrorCase(context, record, report); }},
    {"cli.json", runLightNetProgramCase},
    {"il2json.json", [](const LightNetContext &, const Json &, const Json &record,
                        FileReport &report) { runLightNetNetCase(record, report); }},
    {"extra/emitted_text.json",
     [](const LightNetContext &context, const Json &, const Json &record, FileReport &report) {
         runLightNetTextCase(context, record, report);
     }},
}};

/// The records of a file by name; nothing when it holds none.
std::vector<std::pair<std::string, Json>> recordsOf(const Json &file)
{
    std::vector<std::pair<std::string, Json>> records;
    const Json cases = file.is_object() ? file.value("cases", Json()) : Json();
    for (const auto &[key, value] : cases.items()) {
        const bool hasName = value.is_object() && value.contains("name");
        records.emplace_back(hasName             ? value["name"].get<std::string>()
                             : value.is_string() ? value.get<std::string>()
                                                 : key,
                             value);
    }
    return records;
}

void addCases(const LightNetContext &context, const CaseFile &list, const std::string &filter,
              std::vector<Task> &tasks)
{
    const fs::path path = context.folder / list.file;
    if (!fs::exists(path)) {
        return;
    }
    const std::string title = titlePrefix + list.file;
    auto file = readJsonFile(path);
    if (!file || !file->is_object() || !file->contains("cases")) {
        const std::string fault = file ? "there are no cases" : file.error().message;
        tasks.push_back({title, 0, [fault](FileReport &report) { report.fail("file", fault); }});
        return;
    }
    const auto shared = std::make_shared<const Json>(std::move(file).value());
    for (auto &[name, record] : recordsOf(*shared)) {
        if (matches(filter, name)) {
            tasks.push_back({title + " " + name, 0,
                             [&context, &list, shared, record = record](FileReport &report) {
                                 list.run(context, *shared, record, report);
                             }});
        }
    }
}

} // namespace

std::vector<Task> lightNetTasks(const LightNetContext &context, const std::string &filter)
{
    std::set<std::string> names = namesIn(context.folder / "corpus", jsonEnding);
    names.merge(namesIn(context.folder / "oracle", jsonEnding));
    std::vector<Task> tasks;
    for (const std::string &name : names) {
        if (matches(filter, name)) {
            tasks.push_back(
                {titlePrefix + name, bytesOf(context.folder / "corpus" / (name + jsonEnding)),
                 [&context, name](FileReport &report) { runFile(context, name, report); }});
        }
    }
    for (const CaseFile &list : caseFiles) {
        addCases(context, list, filter, tasks);
    }
    return tasks;
}

} // namespace nervure::conformance
