// SPDX-License-Identifier: Apache-2.0
#include "app/commands/pass_stepper.h"

#include "widgets/document/graph_document.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

namespace nervure {

namespace {

constexpr int nameWidth = 120;
constexpr int sliderWidth = 88;

QToolButton *makeButton(Qt::ArrowType arrow, const QString &name, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setArrowType(arrow);
    button->setAutoRaise(true);
    button->setObjectName(name);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace

PassStepper::PassStepper(GraphDocument &document, QWidget *parent)
    : QWidget(parent),
      m_document(document),
      m_back(makeButton(Qt::LeftArrow, QStringLiteral("pass-back"), this)),
      m_name(new QLabel(this)),
      m_forward(makeButton(Qt::RightArrow, QStringLiteral("pass-forward"), this)),
      m_slider(new QSlider(Qt::Horizontal, this))
{
    setObjectName(QStringLiteral("pass-stepper"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    m_back->setToolTip(tr("Previous pass ([ or K)"));
    m_back->setAccessibleName(tr("Previous pass"));
    m_forward->setToolTip(tr("Next pass (] or J)"));
    m_forward->setAccessibleName(tr("Next pass"));
    m_name->setObjectName(QStringLiteral("pass-name"));
    m_name->setMinimumWidth(nameWidth);
    m_name->setAlignment(Qt::AlignCenter);
    m_slider->setObjectName(QStringLiteral("pass-slider"));
    m_slider->setFixedWidth(sliderWidth);
    m_slider->setPageStep(1);
    m_slider->setAccessibleName(tr("Pass shown on the canvas"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addWidget(m_back);
    row->addWidget(m_name);
    row->addWidget(m_forward);
    row->addWidget(m_slider);
    connect(m_back, &QToolButton::clicked, this, &PassStepper::goBack);
    connect(m_forward, &QToolButton::clicked, this, &PassStepper::goForward);
    connect(m_slider, &QSlider::valueChanged, &document, &GraphDocument::setShownStep);
    connect(&document, &GraphDocument::analysesChanged, this, &PassStepper::showStep);
    connect(&document, &GraphDocument::stepRowsChanged, this, &PassStepper::showStep);
    showStep();
}

int PassStepper::step() const
{
    return m_document.shownStep();
}

int PassStepper::stepCount() const
{
    return static_cast<int>(m_document.passSteps().size());
}

void PassStepper::goBack()
{
    m_document.setShownStep(m_document.stepBeside(-1));
}

void PassStepper::goForward()
{
    m_document.setShownStep(m_document.stepBeside(1));
}

void PassStepper::toggleComparison()
{
    m_document.compareWith(isComparing() ? std::nullopt : std::optional(step()));
}

bool PassStepper::isComparing() const
{
    return m_document.comparedStep().has_value();
}

bool PassStepper::canGoBack() const
{
    return m_document.stepBeside(-1) < step();
}

bool PassStepper::canGoForward() const
{
    return m_document.stepBeside(1) > step();
}

void PassStepper::showStep()
{
    const int shown = step();
    const auto &steps = m_document.passSteps();
    {
        const QSignalBlocker blocker(m_slider);
        m_slider->setRange(0, stepCount());
        m_slider->setValue(shown);
    }
    m_slider->setVisible(stepCount() > 1);
    m_back->setEnabled(canGoBack());
    m_forward->setEnabled(canGoForward());
    if (steps.empty()) {
        m_name->setText(tr("No passes yet"));
        m_name->setToolTip(tr("Run a pass from the passes panel to step through what it found"));
    } else if (shown == 0) {
        m_name->setText(tr("As opened"));
        m_name->setToolTip(tr("The model before any pass"));
    } else {
        const PassStep &pass = steps[static_cast<std::size_t>(shown) - 1];
        m_name->setText(pass.name);
        m_name->setToolTip(pass.failed ? tr("Pass %1 of %2; failed: %3")
                                             .arg(shown)
                                             .arg(stepCount())
                                             .arg(failureWords(pass))
                                       : tr("Pass %1 of %2; provides %3")
                                             .arg(shown)
                                             .arg(stepCount())
                                             .arg(pass.provided.join(QStringLiteral(", "))));
    }
    m_name->setEnabled(!steps.empty());
    m_slider->setAccessibleDescription(m_name->text());
}

} // namespace nervure
