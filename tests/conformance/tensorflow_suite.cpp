// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/tensorflow_suite.h"

#include "core/support/file.h"
#include "tests/conformance/oracle_files.h"
#include "tests/conformance/tensorflow_case.h"

namespace nervure::conformance {

namespace {

void runTensorFlowFile(const FrontendContext &context, const std::string &name, FileReport &report)
{
    const auto oracle = readJsonFile(context.folder / "results" / (name + ".json"));
    if (!oracle) {
        report.fail("results", oracle.error().message);
        return;
    }
    const auto bytes = readFile(context.folder / oracle->at("pb").get<std::string>());
    if (!bytes) {
        report.fail("pb", bytes.error().message);
        return;
    }
    TensorFlowCase(context, *oracle, report).run(*bytes);
}

} // namespace

std::vector<Task> tensorFlowTasks(const FrontendContext &context, const std::string &filter)
{
    std::vector<Task> tasks;
    for (const std::string &name : namesIn(context.folder / "results", ".json")) {
        if (matches(filter, name)) {
            tasks.push_back({"tensorflow/" + name,
                             bytesOf(context.folder / "results" / (name + ".json")),
                             [&context, name](FileReport &report) {
                                 runTensorFlowFile(context, name, report);
                             }});
        }
    }
    return tasks;
}

} // namespace nervure::conformance
