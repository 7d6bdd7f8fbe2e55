// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/view/spoken_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <span>

namespace nervure {

namespace {

/// More names than this are counted.
constexpr int mostNames = 5;

QString words(const char *text)
{
    return QCoreApplication::translate("SpokenText", text);
}

QString nameOf(const DrawnNode &node)
{
    return QString::fromStdString(node.name.empty() ? node.title : node.name);
}

QString listOf(const CanvasScene &scene, std::span<const std::uint32_t> edges, bool isSource)
{
    QStringList names;
    int left = 0;
    for (const std::uint32_t edge : edges) {
        const DrawnEdge &line = scene.graph().edges[edge];
        const QString name = nameOf(scene.graph().nodes[isSource ? line.from : line.to]);
        if (names.size() == mostNames) {
            ++left;
        } else if (!names.contains(name)) {
            names.append(name);
        }
    }
    const QString list = names.join(QStringLiteral(", "));
    return left == 0 ? list
                     : QCoreApplication::translate("SpokenText", "%1 and %n more", nullptr, left)
                           .arg(list);
}

void addMarks(QStringList &parts, const CanvasMarks &marks, const DrawnGraph &graph,
              std::uint32_t node)
{
    const NodeMark *mark = marks.find(graph.ownNode(node));
    const bool isOperator = graph.nodes[node].kind == DrawnKind::Operator;
    const bool isHeld = mark && !mark->holder.isEmpty();
    if (marks.scale && isHeld) {
        parts.append(
            words(QT_TRANSLATE_NOOP("SpokenText", "measured as a part of %1")).arg(mark->holder));
    } else if (marks.scale && (!mark || !mark->heat) && isOperator) {
        parts.append(words(QT_TRANSLATE_NOOP("SpokenText", "not measured")));
    }
    const std::optional<Severity> severity = marks.severityOf(node);
    if (severity == Severity::Error) {
        parts.append(words(QT_TRANSLATE_NOOP("SpokenText", "has an error")));
    } else if (severity == Severity::Warning) {
        parts.append(words(QT_TRANSLATE_NOOP("SpokenText", "has a warning")));
    }
    if (!mark) {
        return;
    }
    if (marks.scale && mark->heat) {
        parts.append(words(QT_TRANSLATE_NOOP("SpokenText", "%1: %2 % of the scale"))
                         .arg(marks.scale->title)
                         .arg(qRound(*mark->heat * 100)));
    }
    if (!mark->badge.isEmpty() && !isHeld) {
        parts.append(mark->badge);
    }
    if (mark->colourClass && *mark->colourClass < marks.classes.size()) {
        parts.append(
            QStringLiteral("%1: %2").arg(marks.title, marks.classes[*mark->colourClass].text));
    }
    if (mark->change != ChangeMark::None) {
        parts.append(changeWord(mark->change));
    }
}

} // namespace

QString spokenDetails(const CanvasScene &scene, const CanvasMarks &marks, std::uint32_t node)
{
    const DrawnNode &drawn = scene.graph().nodes[node];
    QStringList parts;
    if (!scene.inEdges(node).empty()) {
        parts.append(words(QT_TRANSLATE_NOOP("SpokenText", "reads %1"))
                         .arg(listOf(scene, scene.inEdges(node), true)));
    }
    if (!scene.outEdges(node).empty()) {
        parts.append(words(QT_TRANSLATE_NOOP("SpokenText", "read by %1"))
                         .arg(listOf(scene, scene.outEdges(node), false)));
    }
    if (drawn.isHead) {
        parts.append(words(QT_TRANSLATE_NOOP("SpokenText", "an output of the graph")));
    }
    if (!drawn.detail.empty()) {
        parts.append(QString::fromStdString(drawn.detail));
    }
    if (drawn.kind == DrawnKind::Group) {
        const auto size = drawn.folded.empty() // a subgraph's
                              ? scene.graph().groups[static_cast<std::size_t>(drawn.group)].size
                              : drawn.folded.size();
        parts.append(QCoreApplication::translate("SpokenText", "%n node(s) folded", nullptr,
                                                 static_cast<int>(size)));
    } else if (!drawn.folded.empty()) {
        parts.append(QCoreApplication::translate("SpokenText", "%n parameter(s)", nullptr,
                                                 static_cast<int>(drawn.folded.size())));
    }
    if (!drawn.isKnown) {
        parts.append(words(QT_TRANSLATE_NOOP("SpokenText", "unknown operator")));
    }
    addMarks(parts, marks, scene.graph(), node);
    return parts.join(QStringLiteral("; "));
}

QString spokenValue(const CanvasScene &scene, std::uint32_t edge)
{
    const DrawnEdge &line = scene.graph().edges[edge];
    QStringList parts;
    if (!line.label.empty()) {
        parts.append(QString::fromStdString(line.label));
    }
    const QString from = nameOf(scene.graph().nodes[line.from]);
    if (scene.graph().isResult(line)) {
        return words(QT_TRANSLATE_NOOP("SpokenText", "%1 is a result of the subgraph of %2"))
            .arg(from, nameOf(scene.graph().nodes[line.to]));
    }
    parts.append(line.isControl
                     ? words(QT_TRANSLATE_NOOP("SpokenText", "control dependency on %1")).arg(from)
                     : words(QT_TRANSLATE_NOOP("SpokenText", "output %1 of %2"))
                           .arg(line.value.index)
                           .arg(from));
    parts.append(words(QT_TRANSLATE_NOOP("SpokenText", "read by %1"))
                     .arg(listOf(scene, scene.wayOf(edge), false)));
    return parts.join(QStringLiteral(", "));
}

} // namespace nervure
