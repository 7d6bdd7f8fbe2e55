// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/passes/pipeline_options.h"

#include "core/passes/pass_options.h"
#include "widgets/jobs/pass_runner.h"
#include "widgets/panels/labels.h"
#include "widgets/panels/passes/pass_options.h"
#include "widgets/panels/passes/pipeline_list.h"
#include "widgets/style/deferred_call.h"
#include "widgets/style/tinted_icon.h"
#include "widgets/text/diagnostic_words.h"
#include "widgets/text/format.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

constexpr int mostOptionsHeight = 168; ///< then they scroll

} // namespace

PipelineOptions::PipelineOptions(PassRunner &passes, const PassRegistry &registry,
                                 PipelineList &list, QWidget *parent)
    : QFrame(parent),
      m_passes(passes),
      m_registry(registry),
      m_list(list),
      m_fit(new DeferredCall(this, [this] { fitHeight(); })),
      m_title(sectionLabel(QString(), this)),
      m_area(new QScrollArea(this)),
      m_options(new PassOptions(this)),
      m_failure(new QLabel(this))
{
    setObjectName(QStringLiteral("passes-pipeline-options"));
    m_title->setObjectName(QStringLiteral("passes-pipeline-options-title"));
    m_failure->setObjectName(QStringLiteral("passes-pipeline-options-failure"));
    m_failure->setWordWrap(true);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setWidget(m_options);
    m_options->installEventFilter(this);
    auto *leave = new QToolButton(this);
    leave->setObjectName(QStringLiteral("passes-pipeline-options-close"));
    leave->setIcon(tintedIcon(QStringLiteral("close")));
    leave->setToolTip(tr("Hide these options"));
    leave->setAccessibleName(leave->toolTip());
    leave->setAutoRaise(true);
    connect(leave, &QToolButton::clicked, this, &PipelineOptions::close);
    connect(m_options, &PassOptions::committed, this, &PipelineOptions::commit);
    connect(&list, &PipelineList::chosen, this, [this] { open(false); });
    connect(&list, &PipelineList::optionsWanted, this, [this] { open(true); });
    auto *heading = new QHBoxLayout;
    heading->addWidget(m_title, 1);
    heading->addWidget(leave);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 0, 8, 4);
    column->setSpacing(4);
    column->addLayout(heading);
    column->addWidget(m_area);
    column->addWidget(m_failure);
    hide();
}

const PassRequest *PipelineOptions::chosenRequest() const
{
    const Pipeline &pipeline = m_passes.pipeline();
    const int row = m_list.currentRow();
    return row >= 0 && static_cast<std::size_t>(row) < pipeline.size()
               ? &pipeline[static_cast<std::size_t>(row)].request
               : nullptr;
}

void PipelineOptions::open(bool isAsked)
{
    m_isOpen = true;
    m_isAsked = isAsked;
    showState();
    if (isAsked) {
        m_options->takeFocus();
    }
}

void PipelineOptions::close()
{
    m_isOpen = false;
    m_shown.reset(); // what was typed and not taken is given up
    m_list.setFocus(Qt::OtherFocusReason);
    hide();
}

void PipelineOptions::showState()
{
    const PassRequest *request = m_isOpen ? chosenRequest() : nullptr;
    const PassSpec *pass = request != nullptr ? m_registry.find(request->name) : nullptr;
    if (pass == nullptr || (pass->options.empty() && !m_isAsked)) {
        m_shown.reset();
        hide();
        return;
    }
    const auto place = static_cast<std::size_t>(m_list.currentRow());
    if (m_shown != *request || m_place != place) {
        m_shown.reset(); // fields that go, or change, are none that somebody is done with
        if (std::exchange(m_pass, pass) != pass) {
            m_options->setPass(pass);
        }
        m_options->setValues(request->options);
        m_title->setText((pass->options.empty() ? tr("%1 has no options") : tr("Options of %1"))
                             .arg(toQString(pass->name)));
        m_area->setVisible(!pass->options.empty());
        m_failure->hide();
        m_place = place;
        m_shown = *request;
    }
    show();
}

/// New fields are laid out later.
bool PipelineOptions::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_options && event->type() == QEvent::LayoutRequest) {
        m_fit->request();
    }
    return QFrame::eventFilter(watched, event);
}

void PipelineOptions::fitHeight()
{
    m_area->setFixedHeight(std::min(m_options->sizeHint().height(), mostOptionsHeight));
}

/// One that nobody changed stays as it is written.
void PipelineOptions::commit()
{
    if (!m_shown || !m_options->isEdited() || m_place >= m_passes.pipeline().size()
        || m_passes.pipeline()[m_place].request != *m_shown) {
        m_failure->setVisible(false);
        return;
    }
    PassRequest request{m_shown->name, m_options->values()};
    const auto checked = completeOptions(*m_registry.find(request.name), request);
    m_failure->setVisible(!checked.ok());
    if (!checked) {
        m_failure->setText(diagnosticMessage(checked.error()));
        return;
    }
    m_shown = request;
    m_options->setValues(request.options);
    m_passes.setRequest(m_place, std::move(request));
}

void PipelineOptions::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape) {
        close();
    } else {
        QFrame::keyPressEvent(event);
    }
}

} // namespace nervure
