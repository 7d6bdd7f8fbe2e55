// SPDX-License-Identifier: Apache-2.0
#include "app/commands/canvas_commands.h"

#include "app/files/document_session.h"
#include "app/files/picture_export.h"
#include "app/files/printing.h"
#include "app/settings/program_paths.h"
#include "app/settings/settings.h"
#include "core/layout/diagram/drawn_selection.h"
#include "core/support/user_folders.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/style/theme.h"
#include "widgets/text/format.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QSettings>

#include <algorithm>
#include <optional>

namespace nervure {

namespace {

/// The switch that is a mere flag; null for others.
bool *flagOf(CanvasSwitches &switches, CanvasSwitch item)
{
    switch (item) {
    case CanvasSwitch::Weights: return &switches.weights;
    case CanvasSwitch::Outputs: return &switches.outputs;
    case CanvasSwitch::Names: return &switches.names;
    case CanvasSwitch::Attributes: return &switches.attributes;
    case CanvasSwitch::EdgeNames: return &switches.valueNames;
    case CanvasSwitch::EdgeShapes: return &switches.valueShapes;
    case CanvasSwitch::EdgeTypes: return &switches.valueTypes;
    case CanvasSwitch::FlowsRight:
    case CanvasSwitch::HeatMap: break;
    }
    return nullptr;
}

const QString formatKey = QStringLiteral("export/format");
const QString scaleKey = QStringLiteral("export/scale");

/// What the export dialog asks for sizes. It holds the picture that it was opened for: while it is open the canvas
/// may be laid out anew, or show another model.
class ExtentsOf {
public:
    explicit ExtentsOf(PictureSource source) : m_source(std::move(source)) {}

    [[nodiscard]] PictureExtent operator()(const PictureChoice &choice)
    {
        std::optional<CanvasScene> &scene = choice.selectionOnly ? m_selected : m_whole;
        if (!scene) {
            scene.emplace(choice.selectionOnly ? std::make_shared<const Drawing>(
                              selectedPart(*m_source.drawing, m_source.selection))
                                               : m_source.drawing);
        }
        return extentOf(*scene, m_source.marks, choice);
    }

private:
    PictureSource m_source;
    std::optional<CanvasScene> m_whole; ///< made when it is asked for the first time
    std::optional<CanvasScene> m_selected;
};

/// Format and size are what they were the last time; the rest depends on the picture.
PictureChoice lastChoice(const QSettings &store)
{
    PictureChoice choice;
    choice.format = store.value(formatKey, choice.format).toString();
    choice.scale = store.value(scaleKey, choice.scale).toDouble();
    return choice;
}

void remember(const PictureChoice &choice, QSettings &store)
{
    store.setValue(formatKey, choice.format);
    store.setValue(scaleKey, choice.scale);
}

} // namespace

CanvasCommands::CanvasCommands(DocumentSession &session, GraphView &view, const Theme &theme,
                               Settings &settings)
    : QObject(&view),
      m_session(session),
      m_view(view),
      m_theme(theme),
      m_settings(settings),
      m_controller({session.document, session.selection, session.jobs, view, &session.colors},
                   layoutOptions())
{
    const GraphDocument *document = &session.document;
    connect(document, &GraphDocument::profileChanged, this, &CanvasCommands::profileChanged);
    connect(&document->runs(), &RunList::comparisonChanged, this, [this] {
        if (m_session.document.runs().comparison()) {
            setColoring(NodeColoring::TimeChange);
        } else if (coloring() == NodeColoring::TimeChange) {
            setColoring(NodeColoring::Time);
        }
    });
    connect(document, &GraphDocument::contentReplaced, this,
            [this] { setColoring(NodeColoring::Category); });
    connect(&session.colors, &ColorSources::attachmentChanged, this, [this] {
        if (!m_session.colors.attachment().series.empty()) {
            setColoring(NodeColoring::Attachment);
        }
    });
    connect(&m_controller, &CanvasController::coloringChanged, this, &CanvasCommands::switched);
    connect(&m_controller, &CanvasController::groupingChosen, this, &CanvasCommands::switched);
}

CanvasCommands::~CanvasCommands() = default;

LayoutClientOptions CanvasCommands::layoutOptions()
{
    LayoutClientOptions options;
    options.helper = programPath(QStringLiteral("nervure-layout")).toStdString();
    const std::filesystem::path cache = userCacheFolder();
    options.cacheFolder = cache.empty() ? cache : cache / "layouts";
    return options;
}

/// A new profile is looked at at once; without one there is nothing to color by.
void CanvasCommands::profileChanged()
{
    if (m_session.document.profile()) {
        setColoring(NodeColoring::Time);
    } else if (coloring() == NodeColoring::Time) {
        setColoring(NodeColoring::Category);
    }
}

void CanvasCommands::setColoring(NodeColoring coloring)
{
    m_controller.setColoring(coloring);
}

bool CanvasCommands::isOn(CanvasSwitch item) const
{
    CanvasSwitches switches = m_controller.switches();
    if (item == CanvasSwitch::FlowsRight) {
        return switches.direction == LayoutDirection::Right;
    }
    const bool *flag = flagOf(switches, item);
    return flag != nullptr ? *flag : coloring() == NodeColoring::Time;
}

void CanvasCommands::toggle(CanvasSwitch item)
{
    CanvasSwitches switches = m_controller.switches();
    if (bool *flag = flagOf(switches, item)) {
        *flag = !*flag;
    } else if (item == CanvasSwitch::FlowsRight) {
        switches.direction = isOn(item) ? LayoutDirection::Down : LayoutDirection::Right;
        m_view.forgetPlace(); // what was seen means nothing in the other direction
    } else {
        setColoring(isOn(item) ? NodeColoring::Category : NodeColoring::Time);
        return;
    }
    setSwitches(switches);
}

void CanvasCommands::setGrouping(Grouping grouping)
{
    CanvasSwitches switches = m_controller.switches();
    switches.grouping = grouping;
    setSwitches(switches);
}

bool CanvasCommands::hasGroups() const
{
    return grouping() != Grouping::None
           || (m_view.scene() != nullptr && !m_view.scene()->graph().groups.empty());
}

void CanvasCommands::setSwitches(const CanvasSwitches &switches)
{
    m_controller.setSwitches(switches);
    Q_EMIT switched();
}

void CanvasCommands::unfold(int levels)
{
    constexpr int deepest = 100;
    const int open = m_controller.folding().openLevels;
    m_controller.setFolding({std::clamp(open + levels, 0, deepest), {}});
    Q_EMIT switched();
}

void CanvasCommands::askToExport()
{
    if (m_view.scene() == nullptr) {
        return;
    }
    const PictureSource source = pictureNow();
    const QString name = QFileInfo(m_session.document.path()).completeBaseName();
    PictureFacts facts;
    facts.extentOf = [extents = std::make_shared<ExtentsOf>(source)](const PictureChoice &choice) {
        return (*extents)(choice);
    };
    facts.selectedNodes = static_cast<int>(source.selection.size());
    facts.last = lastChoice(m_settings.store());
    facts.isDark = m_theme.isDark();
    facts.isColored = source.marks.scale.has_value() || !source.marks.classes.empty();
    ExportDialog dialog(facts, &m_view);
    if (dialog.exec() != QDialog::Accepted) {
        return;
    }
    PictureChoice choice = dialog.choice();
    remember(choice, m_settings.store());
    const QString suffix = u'.' + choice.format;
    const QString given = QFileDialog::getSaveFileName(
        &m_view, tr("Export the picture"), name + suffix,
        choice.format.toUpper() + QStringLiteral(" (*%1)").arg(suffix));
    if (given.isEmpty()) {
        return;
    }
    const QString path = pictureFile(given, choice);
    if (path != given && QFileInfo::exists(path)
        && QMessageBox::question(
               &m_view, tr("Export the picture"),
               tr("%1 exists already. Replace it?").arg(QFileInfo(path).fileName()))
               != QMessageBox::Yes) {
        return;
    }
    write(source, path, choice);
}

PictureSource CanvasCommands::pictureNow() const
{
    return {m_view.scene()->shared(), m_view.marks(), m_session.selection.nodes()};
}

void CanvasCommands::exportTo(const QString &path, const PictureChoice &choice)
{
    if (m_view.scene() != nullptr) {
        write(pictureNow(), path, choice);
    }
}

void CanvasCommands::write(const PictureSource &source, const QString &path,
                           const PictureChoice &choice)
{
    m_session.jobs.start(
        {tr("Writing the picture"), QString()}, this,
        [source, choice, path](const JobControl &control) {
            return exportPicture(source, choice, path, control);
        },
        [this, path](const Status &status) {
            if (status) {
                Q_EMIT exported(path);
            } else if (status.error().code != "cancelled") {
                Q_EMIT failed(tr("The picture was not written: %1.")
                                  .arg(toQString(formatDiagnostic(status.error()))));
            }
        });
}

void CanvasCommands::print()
{
    if (m_view.scene() != nullptr) {
        showPrintPreview(&m_view, *m_view.scene(), m_view.marks());
    }
}

} // namespace nervure
