// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/keras_suite.h"

#include "core/support/file.h"
#include "tests/conformance/keras_case.h"
#include "tests/conformance/oracle_files.h"

namespace nervure::conformance {

namespace {

/// The record of a model that a later Keras wrote again is that of the first.
Result<nlohmann::json> oracleOf(const FrontendContext &context, const nlohmann::json &record)
{
    const auto same = record.find("same_model_as");
    return same == record.end()
               ? record
               : readJsonFile(context.folder / "results" / (same->get<std::string>() + ".json"));
}

void runKerasFiles(const FrontendContext &context, const std::string &name, FileReport &report)
{
    const auto record = readJsonFile(context.folder / "results" / (name + ".json"));
    const auto oracle = record ? oracleOf(context, *record) : record;
    if (!record || !oracle) {
        report.fail("results", (record ? oracle : record).error().message);
        return;
    }
    for (const char *kind : {"h5", "json", "keras_file"}) {
        if (!record->contains(kind) || !record->at(kind).is_string()) {
            continue;
        }
        const auto bytes = readFile(context.folder / record->at(kind).get<std::string>());
        if (!bytes) {
            report.fail(kind, bytes.error().message);
            continue;
        }
        KerasCase(context, *record, *oracle, report).run(kind, *bytes);
    }
}

} // namespace

std::vector<Task> kerasTasks(const FrontendContext &context, const std::string &filter)
{
    std::vector<Task> tasks;
    for (const std::string &name : namesIn(context.folder / "results", ".json")) {
        if (matches(filter, name)) {
            tasks.push_back(
                {"keras/" + name, bytesOf(context.folder / "results" / (name + ".json")),
                 [&context, name](FileReport &report) { runKerasFiles(context, name, report); }});
        }
    }
    return tasks;
}

} // namespace nervure::conformance
