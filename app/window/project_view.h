// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/document/save_source.h"

#include <QObject>

#include <functional>

namespace nervure {

class CanvasCommands;
class Navigation;
struct DocumentSession;

/// Keeps bookmarks and what is seen of a model in its project file, and shows it again when the project
/// is opened: switches, groups, selection, the place and the zoom, and the passes that run on it.
class ProjectView : public QObject {
    Q_OBJECT

public:
    /// All must outlive this, and be made before it.
    ProjectView(DocumentSession &session, CanvasCommands &canvas, Navigation &navigation,
                QObject *parent = nullptr);

    /// The members of a project file as the window is now, to be put into words on any thread.
    [[nodiscard]] std::function<SaveTarget::Members()> members() const;

private:
    void restore();

    DocumentSession &m_session;
    CanvasCommands &m_canvas;
    Navigation &m_navigation;
};

} // namespace nervure
