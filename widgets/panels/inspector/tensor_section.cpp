// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/inspector/tensor_section.h"

#include "widgets/document/graph_document.h"
#include "widgets/jobs/profile_runner.h"
#include "widgets/jobs/proof_runner.h"
#include "widgets/jobs/tensor_reader.h"
#include "widgets/jobs/worker_process.h"
#include "widgets/panels/inspector/values_view.h"
#include "widgets/panels/labels.h"
#include "widgets/text/mnemonics.h"

#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace nervure {

TensorSection::TensorSection(const PanelContext &context, const QString &name, QWidget *parent)
    : QWidget(parent),
      m_context(context),
      m_reader(new TensorReader(context.proofs, context.worker, this)),
      m_compute(new QPushButton(this)),
      m_waiting(new QLabel(tr("Computing…"), this)),
      m_side(new QComboBox(this)),
      m_view(new ValuesView(name, this))
{
    setObjectName(name);
    createParts(name);
    connect(m_compute, &QPushButton::clicked, this, &TensorSection::ask);
    connect(m_view, &ValuesView::requestChanged, this, &TensorSection::ask);
    connect(m_side, &QComboBox::activated, this, [this] {
        m_view->forget();
        ask();
    });
    connect(m_reader, &TensorReader::answered, this, [this](const WeightReport &report) {
        m_view->showReport(report, side() == TensorSide::Difference);
        m_view->show();
        showState();
    });
    connect(m_reader, &TensorReader::failed, this, [this](const QString &message) {
        m_view->showProblem(message);
        m_view->show();
        showState();
    });
    for (const auto told : {&ProofRunner::finished, &ProofRunner::optionsChanged}) {
        connect(&context.proofs, told, this, &TensorSection::follow);
    }
    connect(&context.profiles, &ProfileRunner::optionsChanged, this, &TensorSection::follow);
    hide();
}

void TensorSection::createParts(const QString &name)
{
    m_compute->setObjectName(name + QStringLiteral("-compute"));
    m_compute->setAccessibleName(tr("Compute them"));
    m_waiting->setObjectName(name + QStringLiteral("-waiting"));
    m_waiting->setForegroundRole(QPalette::PlaceholderText);
    m_side->setObjectName(name + QStringLiteral("-side"));
    m_side->setAccessibleName(tr("Which of the compared values"));
    m_side->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(sectionLabel(tr("Values of a run"), this));
    column->addWidget(m_compute, 0, Qt::AlignLeft);
    column->addWidget(m_waiting);
    column->addWidget(m_side);
    column->addWidget(m_view);
}

TensorSide TensorSection::side() const
{
    return m_side->isHidden() ? TensorSide::After
                              : static_cast<TensorSide>(m_side->currentData().toInt());
}

/// Of a proof the step's and the one before, of two models this one's and the other's; and what is between them. A
/// difference that somebody looks at stays.
void TensorSection::offerSides()
{
    const ProofRunner &proofs = m_context.proofs;
    m_side->setVisible(proofs.comparedValue(*m_entry) != nullptr);
    const bool isPaired = proofs.pairedValue(*m_entry) != nullptr;
    const TensorSide own =
        isPaired ? proofs.comparedSide().value_or(TensorSide::After) : TensorSide::After;
    const QString file = isPaired ? proofs.comparedFile() : QString();
    const Offered now{file, own};
    if (m_offered == now) {
        return;
    }
    m_offered = now;
    const bool showsDifference =
        m_side->currentData().toInt() == static_cast<int>(TensorSide::Difference);
    m_side->clear();
    const QString before = isPaired ? tr("This model") : tr("Before the step");
    const QString after = isPaired ? QFileInfo(file).fileName() : tr("After the step");
    const auto add = [this](const QString &words, TensorSide side) {
        m_side->addItem(words, static_cast<int>(side));
    };
    const bool startsBefore = own == TensorSide::Before;
    add(startsBefore ? before : after, own);
    add(startsBefore ? after : before, startsBefore ? TensorSide::After : TensorSide::Before);
    add(tr("Difference"), TensorSide::Difference);
    m_side->setCurrentIndex(showsDifference ? 2 : 0);
}

void TensorSection::setEntry(const std::optional<Entry> &entry)
{
    m_entry = entry;
    setVisible(entry.has_value());
    follow();
}

void TensorSection::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    follow();
}

/// What is shown goes where it is not of what is there now, and is read again where nobody has to wait long.
void TensorSection::follow()
{
    if (!m_entry || !isVisible()) {
        if (m_reader->isAsking()) {
            m_shown.reset(); // it is asked for again when somebody comes back
        }
        m_reader->forget();
        return;
    }
    offerSides();
    const Shown now{*m_entry, m_context.document.shownStep(), m_context.proofs.session(*m_entry)};
    const bool isAwaited =
        m_reader->isAsking() && m_shown && m_shown->entry == now.entry && m_shown->step == now.step;
    if (isAwaited) {
        m_shown = now; // the worker has it by now
    } else if (m_shown != now) {
        m_reader->forget();
        m_view->forget();
        m_view->hide();
        m_shown = now;
        if (m_reader->isReady(*m_entry)) {
            ask();
        }
    }
    showState();
}

void TensorSection::ask()
{
    if (!m_entry) {
        return;
    }
    m_reader->ask({*m_entry, side(), m_view->request()});
    showState();
}

void TensorSection::showState()
{
    const QString device = m_context.proofs.device();
    QString name;
    for (const WorkerDevice &known : m_context.worker.devices()) {
        name = known.id == device ? known.label : name;
    }
    m_compute->setText(
        withoutMnemonics(name.isEmpty() ? tr("Compute them") : tr("Compute on %1").arg(name)));
    m_compute->setVisible(!m_reader->isAsking() && m_view->isHidden());
    m_waiting->setVisible(m_reader->isAsking());
}

} // namespace nervure
