// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include <map>
#include <string>

namespace nervure {

class CanvasCommands;
class Navigation;
struct DocumentSession;

/// Keeps bookmarks and what is seen of a model in its project file, and shows it again when the project
/// is opened: switches, groups, selection, the place and the zoom.
class ProjectView : public QObject {
    Q_OBJECT

public:
    /// All must outlive this, and be made before it.
    ProjectView(DocumentSession &session, CanvasCommands &canvas, Navigation &navigation,
                QObject *parent = nullptr);

    /// The members of a project file as the window is now.
    [[nodiscard]] std::map<std::string, std::string> members() const;

private:
    void restore();

    DocumentSession &m_session;
    CanvasCommands &m_canvas;
    Navigation &m_navigation;
};

} // namespace nervure
