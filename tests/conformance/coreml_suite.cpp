// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/coreml_suite.h"

#include "core/support/file.h"
#include "tests/conformance/coreml_case.h"
#include "tests/conformance/oracle_files.h"

namespace nervure::conformance {

namespace {

void runCoreMlFile(const FrontendContext &context, const std::string &name, FileReport &report)
{
    const auto oracle = readJsonFile(context.folder / "results" / (name + ".json"));
    if (!oracle) {
        report.fail("results", oracle.error().message);
        return;
    }
    const auto bytes = readFile(context.folder / oracle->at("mlmodel").get<std::string>());
    if (!bytes) {
        report.fail("mlmodel", bytes.error().message);
        return;
    }
    CoreMlCase(context, *oracle, report).run(*bytes);
}

} // namespace

std::vector<Task> coreMlTasks(const FrontendContext &context, const std::string &filter)
{
    std::vector<Task> tasks;
    for (const std::string &name : namesIn(context.folder / "results", ".json")) {
        if (matches(filter, name)) {
            tasks.push_back(
                {"coreml/" + name, bytesOf(context.folder / "results" / (name + ".json")),
                 [&context, name](FileReport &report) { runCoreMlFile(context, name, report); }});
        }
    }
    return tasks;
}

} // namespace nervure::conformance
