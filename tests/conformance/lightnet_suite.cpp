// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/lightnet_suite.h"

#include "core/support/file.h"
#include "tests/conformance/lightnet_case.h"
#include "tests/conformance/lightnet_fixed_case.h"
#include "tests/conformance/lightnet_pool_case.h"
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

/// One record and the file that it is in.
struct CaseRecord {
    std::string name;
    Json record;
    std::shared_ptr<const Json> file;
};

/// A file whose `cases` are a list of records, which may have a `name`, or an object of records by
/// name; or whose own members are the records.
struct CaseFile {
    const char *file;
    void (*run)(const LightNetContext &, const CaseRecord &, FileReport &);
    bool hasCases = true;
};

void runError(const LightNetContext &context, const CaseRecord &entry, FileReport &report)
{
    runLightNetErrorCase(context, entry.record, report);
}

void runProgram(const LightNetContext &, const CaseRecord &entry, FileReport &report)
{
    runLightNetProgramCase(*entry.file, entry.record, report);
}

void runNet(const LightNetContext &, const CaseRecord &entry, FileReport &report)
{
    runLightNetNetCase(entry.record, report);
}

void runText(const LightNetContext &context, const CaseRecord &entry, FileReport &report)
{
    runLightNetTextCase(context, entry.record, report);
}

void runReference(const LightNetContext &context, const CaseRecord &entry, FileReport &report)
{
    runLightNetReferenceCase(context, entry.name, entry.record, report);
}

void runPool(const LightNetContext &, const CaseRecord &entry, FileReport &report)
{
    runLightNetPoolCase(entry.record, report);
}

void runLibrary(const LightNetContext &context, const CaseRecord &entry, FileReport &report)
{
    runLightNetLibraryCase(context, entry.name, entry.record, report);
}

constexpr std::array<CaseFile, 8> caseFiles{{
    {"errors.json", runError},
    {"cli.json", runProgram},
    {"il2json.json", runNet},
    {"extra/emitted_text.json", runText},
    {"extra/reference_outputs.json", runReference},
    {"extra/mem_pool_traces.json", runPool},
    {"extra/tensorlight_cpu_functions.json", runLibrary, false},
    {"extra/tensorlight_cuda_kernels_on_host.json", runLibrary, false},
}};

/// The records among these cases, by name.
std::vector<std::pair<std::string, Json>> recordsOf(const Json &cases)
{
    std::vector<std::pair<std::string, Json>> records;
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
    if (!file || !file->is_object() || (list.hasCases && !file->contains("cases"))) {
        const std::string fault = file ? "there are no cases" : file.error().message;
        tasks.push_back({title, 0, [fault](FileReport &report) { report.fail("file", fault); }});
        return;
    }
    const auto shared = std::make_shared<const Json>(std::move(file).value());
    for (auto &[name, record] : recordsOf(list.hasCases ? shared->at("cases") : *shared)) {
        if (matches(filter, name)) {
            const CaseRecord entry{name, std::move(record), shared};
            tasks.push_back({title + " " + name, 0, [&context, &list, entry](FileReport &report) {
                                 list.run(context, entry, report);
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
