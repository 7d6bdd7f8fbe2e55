// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/mxnet_suite.h"

#include "core/support/file.h"
#include "tests/conformance/mxnet_case.h"
#include "tests/conformance/mxnet_values.h"
#include "tests/conformance/oracle_files.h"

namespace nervure::conformance {

namespace {

void runMXNetFile(const FrontendContext &context, const std::string &name, FileReport &report)
{
    const auto oracle = readJsonFile(context.folder / "results" / (name + ".json"));
    if (!oracle) {
        report.fail("results", oracle.error().message);
        return;
    }
    if (!oracle->contains("symbol")) {
        report.check("parameter file", [&] { return compareArrays(context.folder, *oracle); });
        return;
    }
    const auto text = readFile(context.folder / oracle->at("symbol").get<std::string>());
    if (!text) {
        report.fail("symbol", text.error().message);
        return;
    }
    MXNetCase(context, *oracle, report).run(*text);
}

} // namespace

std::vector<Task> mxnetTasks(const FrontendContext &context, const std::string &filter)
{
    std::vector<Task> tasks;
    for (const std::string &name : namesIn(context.folder / "results", ".json")) {
        if (matches(filter, name)) {
            tasks.push_back(
                {"mxnet/" + name, bytesOf(context.folder / "results" / (name + ".json")),
                 [&context, name](FileReport &report) { runMXNetFile(context, name, report); }});
        }
    }
    return tasks;
}

} // namespace nervure::conformance
