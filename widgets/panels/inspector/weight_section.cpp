// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/inspector/weight_section.h"

#include "core/formats/keras/keras_sniff.h"
#include "core/formats/onnx/onnx_array.h"
#include "core/formats/onnx/onnx_copies.h"
#include "core/graph/onnx_variable.h"
#include "widgets/document/document_edits.h"
#include "widgets/document/graph_document.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/panels/inspector/values_view.h"
#include "widgets/panels/labels.h"
#include "widgets/style/form.h"
#include "widgets/text/diagnostic_words.h"
#include "widgets/text/format.h"

#include <QFileDialog>
#include <QInputDialog>
#include <QLabel>
#include <QPushButton>

namespace nervure {

namespace {

/// What is larger is read when somebody asks for it.
constexpr std::uint64_t mostReadUnasked = std::uint64_t{64} << 20;

} // namespace

/// The answer of a job that was to read a weight.
struct WeightSection::Found {
    std::optional<std::uint64_t>
        unreadBytes; ///< too many to be read unasked; else there is a report
    WeightReport report{};
};

WeightSection::WeightSection(const PanelContext &context, const QString &name, QWidget *parent)
    : QWidget(parent),
      m_context(context),
      m_form(new Form(this)),
      m_view(new ValuesView(name, this)),
      m_readAll(new QPushButton(this)),
      m_export(new QPushButton(tr("Save as NumPy file…"), this)),
      m_replace(new QPushButton(tr("Replace by NumPy file…"), this)),
      m_makeInput(new QPushButton(tr("Make an input"), this)),
      m_moveOut(new QPushButton(tr("Move to a file beside the model…"), this)),
      m_embed(new QPushButton(tr("Put into the model"), this))
{
    setObjectName(name);
    createParts(name);
    connect(m_view, &ValuesView::requestChanged, this, [this] { read(true); });
    connect(m_readAll, &QPushButton::clicked, this, [this] { read(true); });
    connect(m_export, &QPushButton::clicked, this, &WeightSection::chooseFile);
    connect(m_replace, &QPushButton::clicked, this, &WeightSection::chooseArray);
    connect(m_makeInput, &QPushButton::clicked, this,
            [this] { performOnShown(EditKind::MakeInput); });
    connect(m_moveOut, &QPushButton::clicked, this, &WeightSection::askForDataFile);
    connect(m_embed, &QPushButton::clicked, this, [this] { performOnShown(EditKind::Embed); });
    hide();
}

void WeightSection::createParts(const QString &name)
{
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setHorizontalSpacing(16);
    m_form->addRow(sectionLabel(tr("Values"), this));
    m_form->addRow(m_view);
    m_readAll->setObjectName(name + QStringLiteral("-read"));
    m_readAll->setAccessibleName(tr("Read all values"));
    m_form->addRow(m_readAll);
    m_export->setObjectName(name + QStringLiteral("-export"));
    m_form->addRow(m_export);
    m_replace->setObjectName(name + QStringLiteral("-replace"));
    m_form->addRow(m_replace);
    m_makeInput->setObjectName(name + QStringLiteral("-make-input"));
    m_makeInput->setToolTip(tr("Its values go when the model is saved"));
    m_form->addRow(m_makeInput);
    m_moveOut->setObjectName(name + QStringLiteral("-move-out"));
    m_moveOut->setToolTip(tr("When the model is saved; the model itself gets smaller"));
    m_form->addRow(m_moveOut);
    m_embed->setObjectName(name + QStringLiteral("-embed"));
    m_embed->setToolTip(tr("When the model is saved; it then stands alone"));
    m_form->addRow(m_embed);
}

std::optional<WeightSection::Shown> WeightSection::weightOf(NodeId node) const
{
    const GraphDocument &document = m_context.document;
    const Node *found = document.stage().isOfPass() ? nullptr : document.graph().find(node);
    if (found == nullptr) {
        return std::nullopt;
    }
    const SaveSource source = document.saveSource();
    const std::string *place = found->attrs.find(onnx_variable::data);
    const bool isConstant = found->op == "Constant" && !found->outputPorts.empty();
    if (hasValueTypes(found->dialect)) {
        if (found->attrs.find(onnx_variable::carried)) {
            return Shown{nullptr, {}, found->name, node, node, *place, *found};
        }
        if (!source.original || !(isConstant || (found->isVariable() && place))) {
            return std::nullopt;
        }
        if (const std::string *array = found->attrs.find(onnx_variable::array)) {
            const std::string file = array->substr(0, array->rfind('#'));
            return Shown{nullptr, file, std::filesystem::path(file).stem().string(),
                         node,    node, *array};
        }
        const std::string &name = isConstant ? found->outputPorts[0].tensor : found->name;
        const std::string file = source.original->path().empty() ? source.path.string()
                                                                 : source.original->path().string();
        return Shown{source.original,
                     file,
                     name,
                     node,
                     onnx::originalOf(*found).value_or(node),
                     place ? *place : std::string()};
    }
    const bool isFromFile = document.inputFacts().loaded.count(found->name) != 0;
    if (storesValues(found->dialect) && source.original && found->isVariable() && !isFromFile) {
        // Inputs say their type, arrays do not; an architecture alone has no values of them.
        if (found->attrs.find("dtype") || isKerasJson(source.original->view())) {
            return std::nullopt;
        }
        const auto &path = source.original->path();
        return Shown{source.original,
                     (path.empty() ? source.path : path).string(),
                     found->name,
                     node,
                     node,
                     {}};
    }
    if (!found->isVariable() || document.parameterFile().isEmpty()
        || document.inputFacts().loaded.count(found->name) == 0) {
        return std::nullopt;
    }
    return Shown{nullptr, document.parameterFile().toStdString(), found->name, node, node, {}};
}

void WeightSection::setNode(NodeId node)
{
    auto weight = weightOf(node);
    setVisible(weight.has_value());
    if (weight == m_shown) {
        return;
    }
    m_shown = std::move(weight);
    m_view->forget();
    if (m_shown) {
        const Node &shown = m_context.document.graph().node(m_shown->node);
        const bool isEditable = shown.dialect == Dialect::Onnx && shown.isVariable();
        m_replace->setVisible(isEditable);
        m_makeInput->setVisible(isEditable);
        const std::string *array = shown.attrs.find(onnx_variable::array);
        const bool isInside = m_shown->place == onnx_variable::inside;
        m_moveOut->setVisible(isEditable && isInside && !array);
        m_embed->setVisible(isEditable && !isInside && !array);
        read(false);
    }
}

namespace {

template <typename Shown>
Result<WeightFile> openFile(const Shown &shown)
{
    if (shown.carried) {
        return WeightFile::ofCarried(*shown.carried);
    }
    return shown.model ? WeightFile::ofBytes(shown.model, shown.file)
                       : WeightFile::open(shown.file);
}

/// An ONNX model's by its node, which may be called otherwise by now; those of other files by their names, which may
/// have MXNet's prefixes.
template <typename Shown>
Result<const Weight *> findWeight(const WeightFile &file, const Shown &shown)
{
    const Weight *own = shown.model ? file.find(shown.original) : nullptr;
    if (own) {
        return own;
    }
    for (const char *prefix : {"", "arg:", "aux:"}) {
        if (auto weight = file.find(prefix + shown.name)) {
            return weight;
        }
    }
    return file.find(shown.name);
}

} // namespace

void WeightSection::read(bool isAsked)
{
    if (!m_shown) {
        return;
    }
    const WeightRequest request = m_view->request();
    m_context.jobs.start(
        {tr("Reading %1").arg(toQString(m_shown->name)), objectName()}, this,
        [shown = *m_shown, request, isAsked](const JobControl &control) -> Result<Found> {
            ASSIGN_OR_RETURN(const WeightFile file, openFile(shown));
            ASSIGN_OR_RETURN(const Weight *weight, findWeight(file, shown));
            if (!isAsked && weight->storedBytes > mostReadUnasked) {
                return Found{weight->storedBytes};
            }
            ASSIGN_OR_RETURN(WeightReport report,
                             reportWeight(file, weight->name, request, control));
            return Found{{}, std::move(report)};
        },
        [this, shown = *m_shown](const Result<Found> &found) {
            if (m_shown == shown) {
                show(found);
            }
        });
}

void WeightSection::show(const Result<Found> &found)
{
    const bool isUnread = found && found->unreadBytes;
    m_readAll->setVisible(isUnread);
    m_export->setEnabled(found.ok());
    if (isUnread) {
        m_readAll->setText(
            tr("Read %1").arg(formatBytes(static_cast<std::int64_t>(*found->unreadBytes))));
        m_view->showProblem({});
    } else if (found) {
        m_view->showReport(found->report);
    } else {
        m_view->showProblem(diagnosticLine(found.error()));
    }
}

void WeightSection::chooseFile()
{
    if (!m_shown) {
        return;
    }
    auto *dialog = new QFileDialog(this, tr("Save as NumPy file"), {}, tr("NumPy files (*.npy)"));
    dialog->setObjectName(objectName() + QStringLiteral("-dialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("npy"));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, shown = *m_shown](const QString &file) { exportTo(shown, file); });
    dialog->open();
}

void WeightSection::chooseArray()
{
    if (!m_shown) {
        return;
    }
    auto *dialog =
        new QFileDialog(this, tr("Replace by NumPy file"), {}, tr("NumPy files (*.npy)"));
    dialog->setObjectName(objectName() + QStringLiteral("-array-dialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, shown = *m_shown](const QString &file) { replaceBy(shown, file); });
    dialog->open();
}

/// The array is looked at by a job: it may be large. Nothing happens where another weight is shown by then.
void WeightSection::replaceBy(const Shown &shown, const QString &file)
{
    const Node *variable = m_context.document.graph().find(shown.node);
    const AttrDict attrs = variable ? variable->attrs : AttrDict();
    m_context.jobs.start(
        {tr("Reading %1").arg(QFileInfo(file).fileName()), {}}, this,
        [path = file.toStdString(), attrs](const JobControl &) {
            return onnx::newValuesFor(attrs, path);
        },
        [this, shown](const Result<onnx::ChosenValues> &chosen) {
            if (m_shown != shown) {
                return;
            }
            if (!chosen) {
                m_view->tellProblem(diagnosticLine(chosen.error()));
                return;
            }
            perform(EditKind::Values, {.nodes = {shown.node}, .values = chosen->values});
            if (chosen->note) {
                m_view->tellProblem(diagnosticLine(*chosen->note));
            }
        });
}

/// A name, as the file lies beside the model.
void WeightSection::askForDataFile()
{
    auto *dialog = new QInputDialog(this);
    dialog->setObjectName(objectName() + QStringLiteral("-data-dialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Move to a file beside the model"));
    dialog->setLabelText(tr("Name of the file:"));
    const QString path = m_context.document.path();
    const QString model =
        path.isEmpty() ? QStringLiteral("model") : QFileInfo(path).completeBaseName();
    dialog->setTextValue(model + QStringLiteral(".data"));
    connect(dialog, &QInputDialog::textValueSelected, this,
            [this, shown = m_shown](const QString &name) {
                if (m_shown && m_shown == shown) {
                    perform(EditKind::MoveOut,
                            {.nodes = {m_shown->node}, .text = name.toStdString()});
                }
            });
    dialog->open();
}

void WeightSection::performOnShown(EditKind kind)
{
    if (m_shown) {
        perform(kind, {.nodes = {m_shown->node}});
    }
}

void WeightSection::perform(EditKind kind, const EditArguments &arguments)
{
    if (const auto edit = performEdit(m_context.document, kind, arguments); !edit) {
        m_view->tellProblem(diagnosticLine(edit.error()));
    }
}

void WeightSection::exportTo(const Shown &shown, const QString &file)
{
    m_context.jobs.start(
        {tr("Writing %1").arg(QFileInfo(file).fileName()), {}, true}, this,
        [shown, slice = m_view->request().slice,
         to = file.toStdString()](const JobControl &control) -> Status {
            ASSIGN_OR_RETURN(const WeightFile weights, openFile(shown));
            ASSIGN_OR_RETURN(const Weight *weight, findWeight(weights, shown));
            return exportWeight(weights, weight->name, slice, to, control);
        },
        [this](const Status &status) {
            m_view->tellProblem(status ? QString() : diagnosticLine(status.error()));
        });
}

} // namespace nervure
