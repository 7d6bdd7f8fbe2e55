// SPDX-License-Identifier: Apache-2.0
#include "core/engine/project_operators.h"

#include "core/formats/project/project_file.h"
#include "core/ops/custom/custom_operators.h"

#include <fmt/format.h>

namespace nervure {

void learnProjectOperators(std::string_view bytes, const std::string &name, const OpRegistry &ops,
                           Diagnostics &diagnostics)
{
    if (!isProject(bytes)) {
        return;
    }
    const Result<Project> project = readProject(bytes);
    if (!project) {
        return; // who reads the model tells
    }
    for (const auto &[member, text] : project->members) {
        if (!member.starts_with(project_members::operatorsFolder)) {
            continue;
        }
        const OperatorFile file{fmt::format("{}:{}", name, member), text};
        if (const Status status = exchangeOperators({}, {file}, ops); !status) {
            diagnostics.push_back(
                makeWarning("custom-operators", "{}: {}", file.path, status.error().message));
        }
    }
}

} // namespace nervure
