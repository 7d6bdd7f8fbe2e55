// SPDX-License-Identifier: Apache-2.0
#include "app/canvas_commands.h"

#include "app/document_session.h"
#include "app/picture_export.h"
#include "app/program_paths.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/style/theme.h"
#include "widgets/text/format.h"

#include <QFileDialog>
#include <QFileInfo>

namespace nervure {

namespace {

LayoutClientOptions layoutOptions()
{
    LayoutClientOptions options;
    options.helper = programPath(QStringLiteral("nervure-layout")).toStdString();
    return options;
}

} // namespace

CanvasCommands::CanvasCommands(DocumentSession &session, GraphView &view, const Theme &theme)
    : QObject(&view),
      m_session(session),
      m_view(view),
      m_theme(theme),
      m_controller({session.document, session.selection, session.jobs, view}, layoutOptions())
{
    const GraphDocument *document = &session.document;
    connect(document, &GraphDocument::profileChanged, this, &CanvasCommands::profileChanged);
    connect(document, &GraphDocument::contentReplaced, this,
            [this] { setColouring(Colouring::Category); });
    connect(&m_controller, &CanvasController::colouringChanged, this, &CanvasCommands::switched);
}

CanvasCommands::~CanvasCommands() = default;

/// A new profile is looked at at once; without one there is nothing to colour by.
void CanvasCommands::profileChanged()
{
    if (m_session.document.profile()) {
        setColouring(Colouring::Time);
    } else if (colouring() == Colouring::Time) {
        setColouring(Colouring::Category);
    }
}

void CanvasCommands::setColouring(Colouring colouring)
{
    m_controller.setColouring(colouring);
}

bool CanvasCommands::isOn(CanvasSwitch item) const
{
    const CanvasSwitches &switches = m_controller.switches();
    switch (item) {
    case CanvasSwitch::Weights: return switches.weights;
    case CanvasSwitch::Names: return switches.names;
    case CanvasSwitch::Attributes: return switches.attributes;
    case CanvasSwitch::HeatMap: break;
    }
    return colouring() == Colouring::Time;
}

void CanvasCommands::toggle(CanvasSwitch item)
{
    CanvasSwitches switches = m_controller.switches();
    switch (item) {
    case CanvasSwitch::Weights: switches.weights = !switches.weights; break;
    case CanvasSwitch::Names: switches.names = !switches.names; break;
    case CanvasSwitch::Attributes: switches.attributes = !switches.attributes; break;
    case CanvasSwitch::HeatMap:
        setColouring(isOn(item) ? Colouring::Category : Colouring::Time);
        return;
    }
    m_controller.setSwitches(switches);
    Q_EMIT switched();
}

void CanvasCommands::askToExport()
{
    const QString base = QFileInfo(m_session.document.path()).completeBaseName();
    QString filter;
    QString path = QFileDialog::getSaveFileName(
        &m_view, tr("Export the picture"), base + QStringLiteral(".svg"),
        tr("SVG (*.svg);;PNG (*.png);;PDF (*.pdf)"), &filter);
    if (path.isEmpty()) {
        return;
    }
    if (QFileInfo(path).suffix().isEmpty()) {
        path += u'.' + filter.left(3).toLower();
    }
    exportTo(path);
}

bool CanvasCommands::exportTo(const QString &path)
{
    if (m_view.scene() == nullptr) {
        return false;
    }
    const Status status = exportPicture(*m_view.scene(), m_view.marks(), m_theme.isDark(), path);
    if (!status) {
        Q_EMIT failed(tr("The picture was not written: %1.")
                          .arg(toQString(formatDiagnostic(status.error()))));
    }
    return status.ok();
}

} // namespace nervure
