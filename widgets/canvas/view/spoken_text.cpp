// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/view/spoken_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <vector>

namespace nervure {

namespace {

/// More names than this are counted.
constexpr int mostNames = 5;
/// Of a bundle; a tool tip with more would hide what it is about.
constexpr std::size_t mostLines = 8;

QString words(const char *text)
{
    return QCoreApplication::translate("SpokenText", text);
}

QString nameOf(const CanvasScene &scene, std::uint32_t box)
{
    return QString::fromStdString(scene.graph().calledOf(box));
}

/// Of one end of a line: the node's name, if a card stands for it.
QString endName(const CanvasScene &scene, const NodeNames &names, std::uint32_t box, NodeId node)
{
    const bool isFolded =
        scene.graph().nodes[box].kind == DrawnKind::Group && !scene.graph().isInside(box);
    return isFolded && names ? names(node) : nameOf(scene, box);
}

QString parameterCount(const DrawnNode &node)
{
    const auto count = static_cast<int>(node.folded.size());
    return QCoreApplication::translate("SpokenText", "%n parameter(s)", nullptr, count);
}

QString listOf(const CanvasScene &scene, std::span<const std::uint32_t> edges, bool isSource)
{
    QStringList names;
    int left = 0;
    for (const std::uint32_t edge : edges) {
        const DrawnEdge &line = scene.graph().edges[edge];
        const QString name = nameOf(scene, isSource ? line.from : line.to);
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

/// The lines that lead to nodes, not to outputs of the graph.
std::vector<std::uint32_t> readersOf(const CanvasScene &scene, std::span<const std::uint32_t> edges)
{
    std::vector<std::uint32_t> readers;
    std::copy_if(edges.begin(), edges.end(), std::back_inserter(readers), [&](std::uint32_t edge) {
        return !scene.graph().isOutput(scene.graph().edges[edge].to);
    });
    return readers;
}

/// Of an output.
QString madeBy(const CanvasScene &scene, std::uint32_t box)
{
    return words(QT_TRANSLATE_NOOP("SpokenText", "an output of the model, made by %1"))
        .arg(listOf(scene, scene.inEdges(box), true));
}

void addMarks(QStringList &parts, const CanvasMarks &marks, const DrawnGraph &graph,
              std::uint32_t node)
{
    const NodeMark *mark = marks.find(graph.ownNode(node));
    const bool isOperator = graph.nodes[node].kind == DrawnKind::Operator;
    const bool isHeld = mark && !mark->owner.isEmpty();
    if (marks.scale && isHeld) {
        parts.append(
            words(QT_TRANSLATE_NOOP("SpokenText", "measured as part of %1")).arg(mark->owner));
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
    if (mark->colorClass && *mark->colorClass < marks.classes.size()) {
        parts.append(
            QStringLiteral("%1: %2").arg(marks.title, marks.classes[*mark->colorClass].text));
    }
    if (mark->change != ChangeMark::None) {
        parts.append(changeWord(mark->change));
    }
}

QString outputText(const CanvasScene &scene, const NodeNames &names, const DrawnEdge &line)
{
    return words(QT_TRANSLATE_NOOP("SpokenText", "output %1 of %2"))
        .arg(line.value.index)
        .arg(endName(scene, names, line.from, line.value.node));
}

/// One line of a bundle: "split1:3 → fc3, 4×64".
QString lineText(const CanvasScene &scene, const NodeNames &names, const DrawnEdge &line)
{
    QString text = endName(scene, names, line.from, line.value.node);
    if (line.value.index > 0) {
        text += u':' + QString::number(line.value.index);
    }
    text += QStringLiteral(" → ") + endName(scene, names, line.to, line.reader);
    return line.label.empty() ? text
                              : text + QStringLiteral(", ") + QString::fromStdString(line.label);
}

QString bundleText(const CanvasScene &scene, const NodeNames &names, std::span<const DrawnEdge> all)
{
    const auto count = static_cast<int>(all.size());
    QStringList lines{
        QCoreApplication::translate("SpokenText", "%n line(s) from %1 to %2", nullptr, count)
            .arg(nameOf(scene, all.front().from), nameOf(scene, all.front().to))};
    for (const DrawnEdge &line : all.first(std::min(all.size(), mostLines))) {
        lines.append(lineText(scene, names, line));
    }
    const int left = count - static_cast<int>(mostLines);
    if (left > 0) {
        lines.append(QCoreApplication::translate("SpokenText", "and %n more", nullptr, left));
    }
    return lines.join(u'\n');
}

} // namespace

QString spokenName(const CanvasScene &scene, std::uint32_t node)
{
    const DrawnNode &drawn = scene.graph().nodes[node];
    QString name = QString::fromStdString(drawn.title);
    if (drawn.kind == DrawnKind::Output) {
        name = words(QT_TRANSLATE_NOOP("SpokenText", "output %1")).arg(name);
        return drawn.detail.empty()
                   ? name
                   : QStringLiteral("%1, %2").arg(name, QString::fromStdString(drawn.detail));
    }
    if (drawn.kind == DrawnKind::Variable) {
        name = words(QT_TRANSLATE_NOOP("SpokenText", "variable %1")).arg(name);
    } else if (drawn.kind == DrawnKind::Group) {
        name = QCoreApplication::translate("SpokenText", "folded group %1, %2",
                                           "name, number of nodes")
                   .arg(name, QString::fromStdString(drawn.name));
    } else if (!drawn.name.empty()) {
        name += QLatin1Char(' ') + QString::fromStdString(drawn.name);
    }
    if (scene.graph().isInside(node) && drawn.kind != DrawnKind::Group) {
        const auto group = static_cast<std::size_t>(drawn.group);
        name = QCoreApplication::translate("SpokenText", "%1 inside %2", "node, subgraph")
                   .arg(name, QString::fromStdString(scene.graph().groups[group].label));
    }
    for (const std::uint32_t edge : scene.outEdges(node)) {
        const QString shape = QString::fromStdString(scene.linesOf(edge).front().label);
        if (!shape.isEmpty()) {
            return QCoreApplication::translate("SpokenText", "%1, %2", "operator and name, shape")
                .arg(name, shape);
        }
    }
    return name;
}

QString nodeToolTip(const CanvasScene &scene, std::uint32_t node)
{
    const DrawnNode &drawn = scene.graph().nodes[node];
    QStringList lines{spokenName(scene, node)};
    if (drawn.kind == DrawnKind::Output) {
        lines.append(madeBy(scene, node));
        return lines.join(u'\n');
    }
    if (!drawn.detail.empty()) {
        lines.append(QString::fromStdString(drawn.detail));
    }
    if (!drawn.folded.empty() && drawn.kind != DrawnKind::Group) {
        lines.append(parameterCount(drawn));
    }
    if (!drawn.isKnown) {
        lines.append(words(QT_TRANSLATE_NOOP("SpokenText", "unknown operator")));
    }
    if (!drawn.isReachable) {
        lines.append(words(QT_TRANSLATE_NOOP("SpokenText", "no output of the model needs it")));
    }
    return lines.join(u'\n');
}

QString edgeToolTip(const CanvasScene &scene, const NodeNames &names, std::uint32_t edge)
{
    const std::span<const DrawnEdge> all = scene.linesOf(edge);
    const DrawnEdge &first = all.front();
    if (all.size() > 1) {
        return bundleText(scene, names, all);
    }
    QStringList lines{outputText(scene, names, first)};
    if (!first.label.empty()) {
        lines.append(QString::fromStdString(first.label));
    }
    return lines.join(u'\n');
}

QString tagToolTip(const CanvasScene &scene, const StubTag &tag)
{
    return tag.isAtSource ? words(QT_TRANSLATE_NOOP("SpokenText", "read by %1"))
                                .arg(listOf(scene, tag.edges, false))
                          : words(QT_TRANSLATE_NOOP("SpokenText", "reads %1"))
                                .arg(listOf(scene, tag.edges, true));
}

QString spokenDetails(const CanvasScene &scene, const CanvasMarks &marks, std::uint32_t node)
{
    const DrawnNode &drawn = scene.graph().nodes[node];
    QStringList parts;
    if (drawn.kind == DrawnKind::Output) {
        return madeBy(scene, node);
    }
    if (!scene.inEdges(node).empty()) {
        parts.append(words(QT_TRANSLATE_NOOP("SpokenText", "reads %1"))
                         .arg(listOf(scene, scene.inEdges(node), true)));
    }
    if (const auto readers = readersOf(scene, scene.outEdges(node)); !readers.empty()) {
        parts.append(words(QT_TRANSLATE_NOOP("SpokenText", "read by %1"))
                         .arg(listOf(scene, readers, false)));
    }
    if (drawn.isHead) {
        parts.append(words(QT_TRANSLATE_NOOP("SpokenText", "an output of the graph")));
    }
    if (!drawn.isReachable) {
        parts.append(words(QT_TRANSLATE_NOOP("SpokenText", "no output of the model needs it")));
    }
    if (!drawn.detail.empty()) {
        parts.append(QString::fromStdString(drawn.detail));
    }
    if (drawn.kind == DrawnKind::Group) {
        const auto size = drawn.folded.empty() // a subgraph's
                              ? scene.graph().groups[static_cast<std::size_t>(drawn.group)].size
                              : drawn.folded.size();
        const auto count = static_cast<int>(size);
        parts.append(
            QCoreApplication::translate("SpokenText", "%n node(s) folded", nullptr, count));
    } else if (!drawn.folded.empty()) {
        parts.append(parameterCount(drawn));
    }
    if (!drawn.isKnown) {
        parts.append(words(QT_TRANSLATE_NOOP("SpokenText", "unknown operator")));
    }
    addMarks(parts, marks, scene.graph(), node);
    return parts.join(QStringLiteral("; "));
}

QString spokenValue(const CanvasScene &scene, const NodeNames &names, const DrawnEdge &line)
{
    QStringList parts;
    if (!line.label.empty()) {
        parts.append(QString::fromStdString(line.label));
    }
    const QString from = endName(scene, names, line.from, line.value.node);
    if (scene.graph().isResult(line)) {
        return words(QT_TRANSLATE_NOOP("SpokenText", "%1 is a result of the subgraph of %2"))
            .arg(from, nameOf(scene, line.to));
    }
    parts.append(line.isControl
                     ? words(QT_TRANSLATE_NOOP("SpokenText", "control dependency on %1")).arg(from)
                     : outputText(scene, names, line));
    const std::vector<std::uint32_t> way = scene.wayOf({&line, 1});
    const std::vector<std::uint32_t> readers = readersOf(scene, way);
    if (!readers.empty()) {
        parts.append(words(QT_TRANSLATE_NOOP("SpokenText", "read by %1"))
                         .arg(listOf(scene, readers, false)));
    }
    if (readers.size() < way.size()) {
        parts.append(words(QT_TRANSLATE_NOOP("SpokenText", "an output of the graph")));
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace nervure
