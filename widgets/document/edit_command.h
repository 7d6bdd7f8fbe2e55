// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/edit.h"
#include "widgets/document/history_command.h"

namespace nervure {

class GraphDocument;

/// An edit of the graph that was just applied, held as the edit that takes it back. Undo and redo swap it
/// for its inverse.
class EditCommand : public HistoryCommand {
public:
    /// `number` tells it from all others of the document.
    EditCommand(GraphDocument &document, Edit inverse, const QString &text, std::uint64_t number);

    [[nodiscard]] std::uint64_t edit() const override { return m_number; }

    [[nodiscard]] Status takeBack(Graph &graph) const override;

protected:
    void swap() override;

private:
    GraphDocument &m_document;
    Edit m_other; ///< leads to the state that the graph is not in
    std::uint64_t m_number;
};

} // namespace nervure
