// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/onnx_suite.h"

#include "core/support/file.h"
#include "tests/conformance/onnx_case.h"
#include "tests/conformance/oracle_files.h"

namespace nervure::conformance {

namespace {

void runOnnxFile(const FrontendContext &context, const std::string &name, FileReport &report)
{
    const auto oracle = readJsonFile(context.folder / "results" / (name + ".json"));
    if (!oracle) {
        report.fail("results", oracle.error().message);
        return;
    }
    const auto path = context.folder / oracle->at("onnx").get<std::string>();
    const auto bytes = readFile(path);
    if (!bytes) {
        report.fail("model", bytes.error().message);
        return;
    }
    OnnxCase(context, *oracle, report).run(*bytes, path);
}

} // namespace

std::vector<Task> onnxTasks(const FrontendContext &context, const std::string &filter)
{
    std::vector<Task> tasks;
    for (const std::string &name : namesIn(context.folder / "results", ".json")) {
        if (matches(filter, name)) {
            tasks.push_back(
                {"onnx/" + name, bytesOf(context.folder / "results" / (name + ".json")),
                 [&context, name](FileReport &report) { runOnnxFile(context, name, report); }});
        }
    }
    return tasks;
}

} // namespace nervure::conformance
