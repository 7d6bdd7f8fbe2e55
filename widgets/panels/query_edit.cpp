// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/query_edit.h"

#include "core/builtins.h"
#include "widgets/document/graph_document.h"
#include "widgets/style/colors.h"
#include "widgets/style/tinted_icon.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCompleter>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QTextCharFormat>

#include <algorithm>
#include <set>

namespace nervure {

namespace {

QStringList toStrings(const std::vector<std::string> &texts)
{
    QStringList result;
    for (const std::string &text : texts) {
        result.append(QString::fromStdString(text));
    }
    return result;
}

/// How many letters of the text lie in its first bytes.
int lettersBefore(const QString &text, std::size_t byte)
{
    return static_cast<int>(
        QString::fromUtf8(text.toUtf8().left(static_cast<qsizetype>(byte))).size());
}

} // namespace

QueryEdit::QueryEdit(QWidget *parent)
    : QLineEdit(parent),
      m_words(new QStringListModel(this)),
      m_completer(new QCompleter(m_words, this))
{
    addAction(tintedIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    setClearButtonEnabled(true);
    m_completer->setWidget(this);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer->popup()->setObjectName(QStringLiteral("find-completions"));
    connect(m_completer, qOverload<const QString &>(&QCompleter::activated), this,
            &QueryEdit::take);
    connect(this, &QLineEdit::textEdited, this, &QueryEdit::offer);
}

/// Operators of the model and their attributes come before those that merely exist.
void QueryEdit::learnWords(const GraphDocument &document)
{
    const bool isKnown = m_learnt == document.revision() && m_learnt != 0;
    if (isKnown || !document.isExamined()) {
        return;
    }
    m_learnt = document.revision();
    std::set<std::string> operators;
    std::set<std::string> attributes;
    for (const NodeId id : document.statistics().kinds) {
        const Node &node = document.graph().node(id);
        operators.insert(node.op);
        for (const auto &[name, value] : node.attrs) {
            attributes.insert(name);
        }
        if (const OpSpec *spec = document.builtins().ops.find(node)) {
            for (const AttrDecl &attribute : spec->attrs.decls) {
                attributes.insert(attribute.name);
            }
        }
    }
    m_vocabulary = {{operators.begin(), operators.end()}, {attributes.begin(), attributes.end()}};
}

void QueryEdit::offer()
{
    const QByteArray text = this->text().toUtf8();
    const auto cursor =
        static_cast<std::size_t>(this->text().left(cursorPosition()).toUtf8().size());
    m_offered = completeQuery({text.constData(), static_cast<std::size_t>(text.size())}, cursor,
                              m_vocabulary);
    m_words->setStringList(toStrings(m_offered.texts));
    if (m_offered.texts.empty()) {
        m_completer->popup()->hide();
        return;
    }
    m_completer->complete();
    m_completer->popup()->clearSelection();
    m_completer->popup()->setCurrentIndex({});
}

void QueryEdit::take(const QString &word)
{
    const QString old = text();
    const int from = lettersBefore(old, m_offered.from);
    const int to = lettersBefore(old, m_offered.to);
    setText(old.left(from) + word + old.mid(to));
    setCursorPosition(from + static_cast<int>(word.size()));
    offer();
}

void QueryEdit::setFault(int byte)
{
    QList<QInputMethodEvent::Attribute> attributes;
    if (byte >= 0 && !text().isEmpty()) {
        // A fault at the end is shown under the last letter.
        const int at = std::min(lettersBefore(text(), static_cast<std::size_t>(byte)),
                                static_cast<int>(text().size()) - 1);
        const int end = static_cast<int>(text().indexOf(u' ', at));
        QTextCharFormat format;
        format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        format.setUnderlineColor(errorColor(paletteFor(palette()).isDark));
        attributes.append({QInputMethodEvent::TextFormat, at - cursorPosition(),
                           std::max(1, (end > at ? end : static_cast<int>(text().size())) - at),
                           format});
    }
    QInputMethodEvent event(QString(), attributes);
    QCoreApplication::sendEvent(this, &event);
}

/// Tab takes the first word on offer, or the chosen one, before it means the next widget.
bool QueryEdit::event(QEvent *event)
{
    // Other events come before there is a completer.
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Tab
        && m_completer->popup()->isVisible()) {
        const QAbstractItemView *popup = m_completer->popup();
        const int row = popup->currentIndex().isValid() ? popup->currentIndex().row() : 0;
        take(m_words->index(row).data().toString());
        return true;
    }
    return QLineEdit::event(event);
}

void QueryEdit::keyPressEvent(QKeyEvent *event)
{
    QAbstractItemView *popup = m_completer->popup();
    if (popup->isVisible()) {
        const bool isChosen = popup->currentIndex().isValid();
        switch (event->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter:
            popup->hide();
            if (isChosen) {
                event->ignore();
                return;
            }
            break;
        case Qt::Key_Escape: popup->hide(); return;
        default: break;
        }
    }
    QLineEdit::keyPressEvent(event);
}

void QueryEdit::focusOutEvent(QFocusEvent *event)
{
    if (event->reason() != Qt::PopupFocusReason) {
        m_completer->popup()->hide();
    }
    QLineEdit::focusOutEvent(event);
}

} // namespace nervure
