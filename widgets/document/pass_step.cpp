// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/pass_step.h"

#include "widgets/text/diagnostic_words.h"
#include "widgets/text/format.h"

#include <algorithm>

namespace nervure {

QString failureWords(const PassStep &step)
{
    const auto error =
        std::find_if(step.diagnostics.rbegin(), step.diagnostics.rend(),
                     [](const Diagnostic &one) { return one.severity == Severity::Error; });
    return error == step.diagnostics.rend() ? QString() : diagnosticMessage(*error);
}

bool changedSomething(const PassStep &step)
{
    return step.difference ? !step.difference->isIdentical() : step.changedGraph;
}

const NodeChanges &ModelStage::changes() const
{
    static const NodeChanges none;
    return difference ? difference->nodes : none;
}

} // namespace nervure
