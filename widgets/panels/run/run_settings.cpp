// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/run/run_settings.h"

#include "widgets/document/graph_document.h"
#include "widgets/jobs/profile_runner.h"
#include "widgets/panels/labels.h"
#include "widgets/style/form.h"
#include "widgets/style/tinted_icon.h"

#include <QAction>
#include <QCheckBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QScreen>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace nervure {

namespace {
constexpr int mostWarmups = 1000;
constexpr int mostInputs = 8; ///< that are listed
constexpr int inputWidth = 220;

/// What a run may do beyond the usual.
struct RunChoice {
    const char *name;
    const char *text;
    const char *tip;
    bool ProfileOptions::*member;
};

constexpr std::array<RunChoice, 4> runChoices{
    {{"run-unfused", QT_TRANSLATE_NOOP("nervure::RunSettings", "One kernel per node"),
      QT_TRANSLATE_NOOP("nervure::RunSettings",
                        "Nothing is fused and no layout is changed: what each node costs alone"),
      &ProfileOptions::isUnfused},
     {"run-direct", QT_TRANSLATE_NOOP("nervure::RunSettings", "Convolutions as plain sums"),
      QT_TRANSLATE_NOOP("nervure::RunSettings",
                        "No Winograd, which is faster and rounds a little coarser"),
      &ProfileOptions::isDirectOnly},
     {"run-half", QT_TRANSLATE_NOOP("nervure::RunSettings", "float16 computed in float16"),
      QT_TRANSLATE_NOOP("nervure::RunSettings",
                        "Instead of in float; for devices that can (cl_khr_fp16)"),
      &ProfileOptions::computesInHalf},
     {"run-fallback", QT_TRANSLATE_NOOP("nervure::RunSettings", "Fall back to the host"),
      QT_TRANSLATE_NOOP("nervure::RunSettings",
                        "Operators whose kernels the device cannot build run on the host instead"),
      &ProfileOptions::fallsBack}}};
} // namespace

RunSettings::RunSettings(ProfileRunner &runner, const GraphDocument &document, QWidget *parent)
    : QFrame(parent, Qt::Popup),
      m_runner(runner),
      m_document(document),
      m_form(new Form),
      m_warmup(new QSpinBox(this)),
      m_settles(new QCheckBox(tr("And more while times fall"), this)),
      m_seed(new QLineEdit(this)),
      m_parameters(new QLineEdit(this)),
      m_tune(new QPushButton(tr("Tune the kernels"), this))
{
    setObjectName(QStringLiteral("run-settings"));
    setAccessibleName(tr("Settings of the run"));
    createRuns(m_form);
    createChoices(m_form);
    createTune();
    m_form->addRow(sectionLabel(tr("Values of inputs"), this));
    m_fixedRows = m_form->rows();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->addLayout(m_form);
    column->addWidget(m_tune, 0, Qt::AlignLeft);
    connect(&runner, &ProfileRunner::optionsChanged, this, &RunSettings::showOptions);
    showOptions();
}

void RunSettings::createRuns(Form *form)
{
    m_warmup->setObjectName(QStringLiteral("run-warmup"));
    m_warmup->setAccessibleName(tr("Warm-up runs"));
    m_warmup->setToolTip(tr("Runs before those that count"));
    m_warmup->setRange(0, mostWarmups);
    m_settles->setObjectName(QStringLiteral("run-settles"));
    m_seed->setObjectName(QStringLiteral("run-seed"));
    m_seed->setAccessibleName(tr("Seed"));
    m_seed->setToolTip(tr("What values that are not given are made from"));
    m_seed->setValidator(
        new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{1,19}")), m_seed));
    connect(m_warmup, &QSpinBox::valueChanged, this, [this](int value) {
        ProfileOptions options = m_runner.options();
        options.warmup = value;
        m_runner.setOptions(options);
    });
    connect(m_settles, &QCheckBox::toggled, this, [this](bool isOn) {
        ProfileOptions options = m_runner.options();
        options.settles = isOn;
        m_runner.setOptions(options);
    });
    connect(m_seed, &QLineEdit::editingFinished, this, [this] {
        ProfileOptions options = m_runner.options();
        options.seed = m_seed->text().toULongLong();
        m_runner.setOptions(options);
    });
    form->addRow(tr("Warm-up"), m_warmup);
    form->addRow(QString(), m_settles);
    form->addRow(tr("Seed"), m_seed);
    m_parameters->setObjectName(QStringLiteral("run-parameters"));
    m_parameters->setAccessibleName(tr("File of parameters"));
    m_parameters->setToolTip(
        tr("Weights from this file; else from the one beside the model, or made from the seed"));
    addFileChoice(m_parameters, tr("Parameters"),
                  tr("Parameters (*.params *.npz *.npy);;All files (*)"));
    connect(m_parameters, &QLineEdit::textChanged, this, [this](const QString &text) {
        ProfileOptions options = m_runner.options();
        if (options.parameters != text.trimmed()) {
            options.parameters = text.trimmed();
            m_runner.setOptions(options);
        }
    });
    form->addRow(tr("Parameters"), m_parameters);
}

void RunSettings::createTune()
{
    m_tune->setObjectName(QStringLiteral("run-tune"));
    m_tune->setToolTip(tr("Measures the variants of the model's kernels on the device and keeps "
                          "the fastest for later runs; takes many runs of the model"));
    connect(m_tune, &QPushButton::clicked, this, [this] {
        hide();
        m_runner.tune();
    });
}

/// A button in the field that asks for a file, whose name becomes its text.
void RunSettings::addFileChoice(QLineEdit *field, const QString &title, const QString &filter)
{
    QAction *choose =
        field->addAction(tintedIcon(QStringLiteral("folder")), QLineEdit::TrailingPosition);
    choose->setToolTip(tr("Choose a file"));
    connect(choose, &QAction::triggered, this, [this, field, title, filter] {
        const QString file = QFileDialog::getOpenFileName(parentWidget(), title, {}, filter);
        if (!file.isEmpty()) {
            field->setText(file);
        }
    });
}

void RunSettings::createChoices(Form *form)
{
    for (const RunChoice &choice : runChoices) {
        auto *box = new QCheckBox(tr(choice.text), this);
        box->setObjectName(QString::fromLatin1(choice.name));
        box->setToolTip(tr(choice.tip));
        connect(box, &QCheckBox::toggled, this, [this, member = choice.member](bool isOn) {
            ProfileOptions options = m_runner.options();
            options.*member = isOn;
            m_runner.setOptions(options);
        });
        form->addRow(QString(), box);
        m_choices.append(box);
    }
}

void RunSettings::openBelow(const QWidget *anchor)
{
    showInputs();
    showOptions();
    m_tune->setEnabled(m_document.graph().nodeCount() > 0);
    adjustSize();
    QPoint corner = anchor->mapToGlobal(QPoint(0, anchor->height() + 2));
    const QRect room = anchor->screen()->availableGeometry();
    corner.setX(std::clamp(corner.x(), room.left(), std::max(room.left(), room.right() - width())));
    if (corner.y() + height() > room.bottom()) { // docks at the bottom have no room below
        corner.setY(anchor->mapToGlobal(QPoint(0, 0)).y() - height() - 2);
    }
    move(corner);
    show();
    m_warmup->setFocus();
}

/// Those that the model is fed with; of many the first ones.
void RunSettings::showInputs()
{
    m_form->shrinkTo(m_fixedRows);
    const Graph &graph = m_document.graph();
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (m_form->rows() < m_fixedRows + mostInputs && node.isVariable()
            && m_document.parameters().count(id) == 0) {
            addInput(QString::fromStdString(node.name),
                     m_document.factsOf(OwnNodeId{id.value}).shapeText);
        }
    }
}

void RunSettings::addInput(const QString &name, const QString &shape)
{
    auto *value = new QLineEdit(m_runner.options().inputs.value(name), this);
    value->setObjectName(QStringLiteral("run-input-") + name);
    value->setAccessibleName(tr("Value of %1").arg(name));
    value->setPlaceholderText(tr("from the seed"));
    value->setToolTip(
        tr("A number for all elements, a .npy file, or a picture with how its pixels become "
           "numbers: cat.png{scale=255,mean=0.5,std=0.5,fit=crop}. %1")
            .arg(shape)
            .trimmed());
    value->setMinimumWidth(inputWidth);
    const auto set = [this, name](const QString &text) {
        ProfileOptions options = m_runner.options();
        text.trimmed().isEmpty() ? void(options.inputs.remove(name))
                                 : void(options.inputs.insert(name, text.trimmed()));
        m_runner.setOptions(options);
    };
    connect(value, &QLineEdit::textChanged, this, set);
    addFileChoice(value, tr("Values of an input"),
                  tr("NumPy arrays and pictures (*.npy *.png *.jpg *.jpeg *.bmp *.webp)"));
    m_form->addRow(breakable(name), value);
}

int RunSettings::changedCount() const
{
    const ProfileOptions usual;
    const ProfileOptions &options = m_runner.options();
    int count = options.inputs.isEmpty() ? 0 : 1;
    count += options.parameters.isEmpty() ? 0 : 1;
    count += options.seed != usual.seed ? 1 : 0;
    count += options.warmup != usual.warmup || options.settles != usual.settles ? 1 : 0;
    for (const RunChoice &choice : runChoices) {
        count += options.*choice.member != usual.*choice.member ? 1 : 0;
    }
    return count;
}

void RunSettings::showOptions()
{
    const ProfileOptions &options = m_runner.options();
    const QSignalBlocker warmup(m_warmup);
    const QSignalBlocker settles(m_settles);
    m_warmup->setValue(options.warmup);
    m_settles->setChecked(options.settles);
    if (!m_parameters->hasFocus()) {
        const QString beside = m_document.parameterFile();
        m_parameters->setPlaceholderText(beside.isEmpty() ? tr("from the seed")
                                                          : QFileInfo(beside).fileName());
        const QSignalBlocker parameters(m_parameters);
        m_parameters->setText(options.parameters);
    }
    if (!m_seed->hasFocus()) {
        m_seed->setText(QString::number(options.seed));
    }
    for (qsizetype i = 0; i < m_choices.size(); ++i) {
        const QSignalBlocker blocker(m_choices[i]);
        m_choices[i]->setChecked(options.*runChoices[static_cast<std::size_t>(i)].member);
    }
}

} // namespace nervure
