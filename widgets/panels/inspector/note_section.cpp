// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/inspector/note_section.h"

#include "widgets/document/document_edits.h"
#include "widgets/document/graph_document.h"
#include "widgets/panels/labels.h"
#include "widgets/text/format.h"

#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace nervure {

namespace {
constexpr int noteHeight = 64;
} // namespace

NoteSection::NoteSection(const PanelContext &context, QWidget *parent)
    : QWidget(parent),
      m_context(context),
      m_text(new QPlainTextEdit(this))
{
    m_text->setObjectName(QStringLiteral("inspector-note"));
    m_text->setAccessibleName(tr("Note"));
    m_text->setPlaceholderText(tr("What should be remembered about it"));
    m_text->setToolTip(tr("Ctrl+Enter, or leaving the field, keeps the note. Notes are saved in "
                          "project files; model files have no place for them."));
    m_text->setTabChangesFocus(true);
    m_text->setFixedHeight(noteHeight);
    m_text->installEventFilter(this);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum); // no gap between title and text
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(sectionLabel(tr("Note"), this));
    column->addWidget(m_text);
}

QString NoteSection::present() const
{
    const Graph &graph = *m_context.document.stage().graph;
    if (!m_node.isValid()) {
        return toQString(graph.note());
    }
    const Node *node = graph.find(m_node);
    return node == nullptr ? QString() : toQString(node->note());
}

void NoteSection::setNode(NodeId node)
{
    const bool isSame = node == m_node;
    if (!isSame && m_text->document()->isModified()) {
        commit(); // a click elsewhere takes the focus only after it took the selection
    }
    m_node = node;
    m_text->setReadOnly(!isEditable(m_context.document));
    if (!isSame || !m_text->hasFocus() || !m_text->document()->isModified()) {
        if (m_text->toPlainText() != present()) {
            m_text->setPlainText(present());
        }
        m_text->document()->setModified(false);
    }
}

void NoteSection::commit()
{
    m_text->document()->setModified(false);
    const Graph &graph = m_context.document.graph();
    const QString text = m_text->toPlainText().trimmed();
    if (text == present() || (m_node.isValid() && !graph.contains(m_node))) {
        return;
    }
    if (!performEdit(m_context.document, m_node.isValid() ? EditKind::Note : EditKind::GraphNote,
                     {.nodes = {m_node}, .text = text.toStdString()})) {
        m_text->setPlainText(present());
    }
}

bool NoteSection::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusOut
        && static_cast<QFocusEvent *>(event)->reason() != Qt::PopupFocusReason
        && m_text->document()->isModified()) {
        commit();
    }
    if (event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (isEnter && key->modifiers() == Qt::ControlModifier) {
            commit();
            return true;
        }
    }
    if (event->type() == QEvent::ShortcutOverride) {
        // Ctrl+Enter is the window's elsewhere.
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Return && key->modifiers() == Qt::ControlModifier) {
            event->accept();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace nervure
