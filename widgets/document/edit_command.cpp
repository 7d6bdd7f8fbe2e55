// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/edit_command.h"

#include "widgets/document/graph_document.h"

#include <cassert>
#include <utility>

namespace nervure {

EditCommand::EditCommand(GraphDocument &document, Edit inverse, const QString &text,
                         std::uint64_t number)
    : HistoryCommand(text),
      m_document(document),
      m_other(std::move(inverse)),
      m_number(number)
{}

Status EditCommand::takeBack(Graph &graph) const
{
    const Result<Edit> redone = nervure::apply(graph, m_other);
    return redone ? Status() : Status(redone.error());
}

void EditCommand::swap()
{
    Result<Edit> inverse = nervure::apply(m_document.m_content.graph, m_other);
    assert(inverse.ok() && "an inverse applies to the graph it was made from");
    if (inverse) {
        const Edit done = std::exchange(m_other, std::move(*inverse));
        Q_EMIT m_document.edited(done);
        m_document.graphEdited();
    }
}

} // namespace nervure
