// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/canvas_controller.h"

#include <QObject>
#include <QString>

namespace nervure {

class GraphView;
class Settings;
class Theme;
struct DocumentSession;
struct PictureChoice;
struct PictureSource;

/// What can be switched on the canvas.
enum class CanvasSwitch : std::uint8_t {
    Weights,
    Outputs,
    Names,
    Attributes,
    EdgeNames,
    EdgeShapes,
    EdgeTypes,
    FlowsRight,
    HeatMap
};

/// What actions ask of the canvas: switches, coloring, pictures.
class CanvasCommands : public QObject {
    Q_OBJECT

public:
    /// All must outlive this; `view` owns it.
    CanvasCommands(DocumentSession &session, GraphView &view, const Theme &theme,
                   Settings &settings);
    ~CanvasCommands() override;

    [[nodiscard]] CanvasController &controller() { return m_controller; }
    /// How pictures are laid out: with which helper, and where finished layouts are kept.
    [[nodiscard]] static LayoutClientOptions layoutOptions();

    [[nodiscard]] bool isOn(CanvasSwitch item) const;
    void toggle(CanvasSwitch item);
    void setSwitches(const CanvasSwitches &switches);
    [[nodiscard]] Grouping grouping() const { return m_controller.switches().grouping; }
    void setGrouping(Grouping grouping);
    /// Whether something can be folded: groups were asked for, or nodes hold subgraphs.
    [[nodiscard]] bool hasGroups() const;
    /// Opens `levels` more levels of groups, or folds as many (negative).
    void unfold(int levels);
    [[nodiscard]] NodeColoring coloring() const { return m_controller.coloring(); }
    void setColoring(NodeColoring coloring);

    /// Asks what of the picture goes where, and writes it.
    void askToExport();
    /// Writes the picture off the UI thread; then `exported` or `failed` tells.
    void exportTo(const QString &path, const PictureChoice &choice);
    void print();

Q_SIGNALS:
    /// A switch or the coloring is another.
    void switched();
    /// One sentence for the message bar.
    void failed(const QString &message);
    /// The picture is in the file.
    void exported(const QString &path);

private:
    void profileChanged();
    /// As it is now: what happens to the canvas later changes nothing in it.
    [[nodiscard]] PictureSource pictureNow() const;
    void write(const PictureSource &source, const QString &path, const PictureChoice &choice);

    DocumentSession &m_session;
    GraphView &m_view;
    const Theme &m_theme;
    Settings &m_settings;
    CanvasController m_controller;
};

} // namespace nervure
