// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/palette/palette_panel.h"

#include "core/builtins.h"
#include "core/graph/opset.h"
#include "widgets/document/document_edits.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/panels/empty_state.h"
#include "widgets/panels/palette/palette_list.h"
#include "widgets/text/diagnostic_words.h"
#include "widgets/text/format.h"

#include <QCheckBox>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace nervure {

PalettePanel::PalettePanel(const PanelContext &context)
    : Panel(QStringLiteral("palette"), context),
      m_list(new PaletteList(context.builtins.ops, this)),
      m_onlyFitting(new QCheckBox(tr("Only operators that can take the selection"), this)),
      m_failure(new QLabel(this)),
      m_pages(new QStackedWidget(this)),
      m_empty(new EmptyState(this))
{
    m_onlyFitting->setObjectName(QStringLiteral("palette-only-fitting"));
    m_onlyFitting->setChecked(true);
    m_failure->setObjectName(QStringLiteral("palette-failure"));
    m_failure->setProperty("isFaulty", true);
    m_failure->setWordWrap(true);
    m_failure->setContentsMargins(8, 0, 8, 8);
    m_failure->hide();
    auto *page = new QWidget(m_pages);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_list, 1);
    column->addWidget(m_failure);
    auto *options = new QVBoxLayout;
    options->setContentsMargins(8, 0, 8, 8);
    options->addWidget(m_onlyFitting);
    column->addLayout(options);
    m_pages->addWidget(page);
    m_pages->addWidget(m_empty);
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_pages);
    connect(m_list, &PaletteList::operatorChosen, this, &PalettePanel::add);
    connect(m_onlyFitting, &QCheckBox::toggled, this, &PalettePanel::showQuery);
    connect(m_empty, &EmptyState::actionTriggered, this,
            [this] { Q_EMIT actionRequested(QStringLiteral("open")); });
    m_empty->setWords(tr("The operators that can be added to a model."), tr("Open a model"));
}

void PalettePanel::takeFocus()
{
    m_list->takeFocus();
}

void PalettePanel::refresh()
{
    m_pages->setCurrentIndex(document().isEmpty() ? 1 : 0);
    // What fits depends on the selection, which is always shown after a refresh.
}

void PalettePanel::showSelection()
{
    m_failure->hide();
    showQuery();
}

void PalettePanel::showQuery()
{
    const std::optional<Entry> value = selectedValue(document(), selection());
    m_onlyFitting->setEnabled(value.has_value());
    PaletteQuery query;
    query.dialect = document().graph().dialect();
    query.opset = opsetOf(document().graph());
    query.semantics = document().semantics();
    query.hasValue = value && m_onlyFitting->isChecked();
    if (query.hasValue) {
        const EntryFacts facts = document().factsOf(*value);
        query.shape = facts.shape;
        query.type = facts.dtype;
    }
    m_list->setQuery(query);
}

void PalettePanel::add(const QString &op)
{
    const std::optional<Entry> value = selectedValue(document(), selection());
    const Result<Edit> added =
        addOperator(document(), op, value ? std::vector{*value} : std::vector<Entry>());
    m_failure->setVisible(!added.ok());
    if (added) {
        selection().jumpTo(addedNodes(*added).back());
    } else {
        m_failure->setText(diagnosticMessage(added.error()));
    }
}

void registerPalette(PanelRegistry &panels)
{
    panels.add({"palette", [] { return PalettePanel::tr("Operators"); }, QStringLiteral("add"),
                Qt::LeftDockWidgetArea, QKeySequence(QStringLiteral("Ctrl+Shift+N")),
                [](const PanelContext &context) { return new PalettePanel(context); }, "editing"});
}

} // namespace nervure
