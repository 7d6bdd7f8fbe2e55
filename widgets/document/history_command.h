// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/support/result.h"

#include <QUndoCommand>
#include <QUndoStack>

#include <cstdint>
#include <utility>

namespace nervure {

/// A step of a document's history: a change that was just made, and that swap() takes back and makes again. Given to
/// GraphDocument alone, whose stack holds nothing else.
class HistoryCommand : public QUndoCommand {
public:
    explicit HistoryCommand(const QString &text) : QUndoCommand(text) {}

    /// The number of an edit of the graph, one of its own; 0: the graph stays as it is.
    [[nodiscard]] virtual std::uint64_t edit() const { return 0; }
    /// Takes the change back in a copy of the graph that it led to.
    [[nodiscard]] virtual Status takeBack(Graph &) const { return {}; }

    /// The stack calls it for a command that it is given, too.
    void redo() final
    {
        if (!std::exchange(m_isApplied, false)) {
            swap();
        }
    }
    void undo() final { swap(); }

protected:
    /// To the state that is not present, and back.
    virtual void swap() = 0;

private:
    bool m_isApplied = true;
};

/// The edit that made the graph what it is after so many steps of a document's history; 0: none.
[[nodiscard]] std::uint64_t editAt(const QUndoStack &history, int step);
/// Whether that step edited the graph.
[[nodiscard]] bool isEdit(const QUndoStack &history, int step);
/// How many edits lie between two states of it.
[[nodiscard]] int editsBetween(const QUndoStack &history, int one, int other);

} // namespace nervure
