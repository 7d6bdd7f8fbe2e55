// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/document/history_command.h"
#include "widgets/jobs/pipeline.h"

namespace nervure {

class PassRunner;

/// The passes were arranged otherwise: undo and redo run them as they were, and as they are. The graph stays.
class PipelineCommand : public HistoryCommand {
public:
    /// `before`: what it takes them back to. The runner outlives each undo and redo.
    PipelineCommand(PassRunner &passes, Pipeline before, const QString &text);

    /// As they are arranged when it is undone, or done again.
    [[nodiscard]] const Pipeline &other() const { return m_other; }

protected:
    void swap() override;

private:
    PassRunner &m_passes;
    Pipeline m_other;
};

/// What somebody did who arranged passes so, in the words of the history: "Run GraphFuse", "Move PlanMemory".
[[nodiscard]] QString pipelineWords(const Pipeline &before, const Pipeline &after);

} // namespace nervure
