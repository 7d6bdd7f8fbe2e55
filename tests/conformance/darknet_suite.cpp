// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/darknet_suite.h"

#include "core/support/file.h"
#include "tests/conformance/darknet_case.h"
#include "tests/conformance/oracle_files.h"

namespace nervure::conformance {

namespace {

void runDarknetFile(const FrontendContext &context, const std::string &name, FileReport &report)
{
    const auto oracle = readJsonFile(context.folder / "results" / (name + ".json"));
    if (!oracle) {
        report.fail("results", oracle.error().message);
        return;
    }
    const auto text = readFile(context.folder / oracle->at("cfg").get<std::string>());
    if (!text) {
        report.fail("cfg", text.error().message);
        return;
    }
    DarknetCase(context, *oracle, report).run(*text);
}

} // namespace

std::vector<Task> darknetTasks(const FrontendContext &context, const std::string &filter)
{
    std::vector<Task> tasks;
    for (const std::string &name : namesIn(context.folder / "results", ".json")) {
        if (matches(filter, name)) {
            tasks.push_back(
                {"darknet/" + name, bytesOf(context.folder / "results" / (name + ".json")),
                 [&context, name](FileReport &report) { runDarknetFile(context, name, report); }});
        }
    }
    return tasks;
}

} // namespace nervure::conformance
