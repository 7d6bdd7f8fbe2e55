// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/passes/break_list.h"

#include "widgets/document/graph_document.h"
#include "widgets/panels/query_edit.h"
#include "widgets/text/diagnostic_words.h"
#include "widgets/text/format.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStackedWidget>

#include <algorithm>

namespace nervure {

namespace {

constexpr int mostConditions = 3; ///< rows in sight; then they scroll

/// In the order of StepBreak::Kind; the words are those that StepBreak::parse() reads.
struct BreakKind {
    const char *word;
    QString (*text)();
};
constexpr BreakKind breakKinds[] = {
    {"appears", [] { return BreakList::tr("A node appears"); }},
    {"vanishes", [] { return BreakList::tr("A node vanishes"); }},
    {"reshapes", [] { return BreakList::tr("A shape changes"); }},
    {"slower", [] { return BreakList::tr("A pass takes longer than"); }},
};

/// "A node appears: op:conv2d".
QString conditionWords(const std::string &text)
{
    const QString all = toQString(text).trimmed();
    for (const BreakKind &kind : breakKinds) {
        const QString word = QLatin1String(kind.word) + u' ';
        if (all.startsWith(word)) {
            const QString rest = all.mid(word.size()).trimmed();
            return &kind == std::end(breakKinds) - 1
                       ? BreakList::tr("A pass takes longer than %1 ms").arg(rest)
                       : BreakList::tr("%1: %2", "a condition").arg(kind.text(), rest);
        }
    }
    return all;
}

} // namespace

BreakList::BreakList(QWidget *parent)
    : QWidget(parent),
      m_kind(new QComboBox(this)),
      m_subject(new QStackedWidget(this)),
      m_query(new QueryEdit(this)),
      m_ms(new QDoubleSpinBox(this)),
      m_failure(new QLabel(this)),
      m_list(new QListWidget(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 0, 8, 0);
    column->setSpacing(4);
    column->addWidget(createLine());
    m_failure->setObjectName(QStringLiteral("passes-break-failure"));
    m_failure->setWordWrap(true);
    m_failure->hide();
    column->addWidget(m_failure);
    createList();
    column->addWidget(m_list);
    showKind();
    m_line->hide();
    setBreaks({});
}

QWidget *BreakList::createLine()
{
    m_line = new QWidget(this);
    m_kind->setObjectName(QStringLiteral("passes-break-kind"));
    m_kind->setAccessibleName(tr("What passes stop at"));
    for (const BreakKind &kind : breakKinds) {
        m_kind->addItem(kind.text());
    }
    connect(m_kind, &QComboBox::currentIndexChanged, this, &BreakList::showKind);
    m_query->setObjectName(QStringLiteral("passes-break-query"));
    m_query->setAccessibleName(tr("Which nodes"));
    m_query->setPlaceholderText(QStringLiteral("op:batch_norm"));
    connect(m_query, &QLineEdit::returnPressed, this, &BreakList::add);
    connect(m_query, &QLineEdit::textChanged, this, [this] {
        m_query->setFault(-1);
        m_failure->hide();
    });
    m_ms->setObjectName(QStringLiteral("passes-break-ms"));
    m_ms->setAccessibleName(tr("Milliseconds"));
    m_ms->setRange(0, 1e6);
    m_ms->setValue(10);
    m_ms->setSuffix(tr(" ms"));
    m_subject->addWidget(m_query);
    m_subject->addWidget(m_ms);
    m_subject->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    auto *add = new QPushButton(tr("Add"), m_line);
    add->setObjectName(QStringLiteral("passes-break-add"));
    add->setAutoDefault(false);
    connect(add, &QPushButton::clicked, this, &BreakList::add);
    auto *row = new QHBoxLayout(m_line);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_kind);
    row->addWidget(m_subject, 1);
    row->addWidget(add);
    return m_line;
}

void BreakList::createList()
{
    m_list->setObjectName(QStringLiteral("passes-breaks"));
    m_list->setAccessibleName(tr("Conditions that passes stop at"));
    m_list->setToolTip(tr("Passes stop where one of these holds; Delete takes one out"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_list->installEventFilter(this);
    connect(m_list, &QListWidget::itemChanged, this, &BreakList::tell);
}

void BreakList::setDocument(const GraphDocument &document)
{
    m_query->learnWords(document);
}

void BreakList::setAsking(bool isAsking)
{
    m_line->setVisible(isAsking);
    m_failure->hide();
    setVisible(isAsking || !m_breaks.empty());
    if (isAsking) {
        m_kind->setFocus(Qt::OtherFocusReason);
    }
}

void BreakList::setBreaks(const PassBreaks &breaks)
{
    const QScopedValueRollback<bool> guard(m_isFilling, true);
    const int row = m_list->currentRow();
    m_breaks = breaks;
    m_list->clear();
    for (const PassBreak &one : breaks) {
        auto *item = new QListWidgetItem(conditionWords(one.text), m_list);
        item->setCheckState(one.isOn ? Qt::Checked : Qt::Unchecked);
    }
    m_list->setCurrentRow(std::min(row, m_list->count() - 1));
    const int rows = std::clamp(m_list->count(), 1, mostConditions);
    m_list->setFixedHeight(
        rows * std::max(m_list->sizeHintForRow(0), m_list->fontMetrics().height()) + 4);
    m_list->setVisible(!breaks.empty());
    setVisible(!breaks.empty() || m_line->isVisibleTo(this));
}

void BreakList::showKind()
{
    const bool isTime = m_kind->currentIndex() == m_kind->count() - 1;
    m_subject->setCurrentWidget(isTime ? static_cast<QWidget *>(m_ms) : m_query);
    m_failure->hide();
}

void BreakList::add()
{
    const std::string subject = m_subject->currentWidget() == m_ms
                                    ? QString::number(m_ms->value()).toStdString()
                                    : m_query->text().trimmed().toStdString();
    const std::string word = breakKinds[m_kind->currentIndex()].word;
    const Result<StepBreak> read = StepBreak::parse(word + ' ' + subject);
    if (!read) {
        m_query->setFault(read.error().where.column - 1);
        m_failure->setText(diagnosticMessage(read.error()));
        m_failure->show();
        return;
    }
    PassBreaks breaks = m_breaks;
    breaks.push_back({read->text()});
    m_query->clear();
    Q_EMIT changed(breaks);
}

void BreakList::takeOut()
{
    if (const int row = m_list->currentRow(); row >= 0) {
        PassBreaks breaks = m_breaks;
        breaks.erase(breaks.begin() + row);
        Q_EMIT changed(breaks);
    }
}

void BreakList::tell()
{
    if (m_isFilling) {
        return;
    }
    PassBreaks breaks = m_breaks;
    for (int row = 0; row < m_list->count(); ++row) {
        breaks[static_cast<std::size_t>(row)].isOn = m_list->item(row)->checkState() == Qt::Checked;
    }
    Q_EMIT changed(breaks);
}

bool BreakList::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_list && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Delete) {
        takeOut();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace nervure
