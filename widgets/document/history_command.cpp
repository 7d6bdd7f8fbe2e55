// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/history_command.h"

#include <algorithm>

namespace nervure {

namespace {

/// Of the step that leads from state `step` - 1 to `step`.
std::uint64_t numberOf(const QUndoStack &history, int step)
{
    return static_cast<const HistoryCommand *>(history.command(step - 1))->edit();
}

} // namespace

std::uint64_t editAt(const QUndoStack &history, int step)
{
    while (step > 0 && numberOf(history, step) == 0) {
        --step;
    }
    return step > 0 ? numberOf(history, step) : 0;
}

bool isEdit(const QUndoStack &history, int step)
{
    return step > 0 && numberOf(history, step) != 0;
}

int editsBetween(const QUndoStack &history, int one, int other)
{
    int edits = 0;
    for (int step = std::min(one, other) + 1; step <= std::max(one, other); ++step) {
        edits += isEdit(history, step) ? 1 : 0;
    }
    return edits;
}

} // namespace nervure
