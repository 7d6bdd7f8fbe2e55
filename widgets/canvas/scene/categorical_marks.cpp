// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/scene/categorical_marks.h"

#include "core/builtins.h"
#include "core/query/node_facts.h"
#include "widgets/canvas/scene/heat_map.h"
#include "widgets/document/color_sources.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/node_names.h"
#include "widgets/style/colors.h"
#include "widgets/text/format.h"

#include <QCoreApplication>

#include <array>
#include <map>

namespace nervure {

namespace {

/// Paul Tol's bright scheme and two of his vibrant one: apart for all kinds of sight.
constexpr std::array<Rgb, 8> classColors{rgb(0x4477AA), rgb(0xEE6677), rgb(0x228833),
                                         rgb(0xCCBB44), rgb(0x66CCEE), rgb(0xAA3377),
                                         rgb(0xEE7733), rgb(0x009988)};

QString words(const char *text)
{
    return QCoreApplication::translate("ClassMarks", text);
}

/// Appends a class and says its number. Signs are letters or numbers.
std::uint32_t addClass(CanvasMarks &marks, const QString &text, const QString &sign)
{
    const std::size_t number = marks.classes.size();
    marks.classes.push_back({text, sign, classColors[number % classColors.size()], 0});
    return static_cast<std::uint32_t>(number);
}

void mark(CanvasMarks &marks, NodeId node, std::uint32_t number)
{
    NodeMark &one = marks.nodes[node];
    if (!one.colorClass) {
        one.colorClass = number;
        ++marks.classes[number].count;
    }
}

/// "A" to "Z", then "27".
QString letterSign(std::size_t number)
{
    constexpr std::size_t letters = 26;
    return number < letters ? QString(QChar(u'A' + static_cast<char16_t>(number)))
                            : QString::number(number + 1);
}

NodeFacts factsOf(const GraphDocument &document)
{
    QuerySource source;
    source.graph = document.stage().graph;
    source.index = document.stage().index;
    source.analyses = document.analyses();
    return NodeFacts(std::move(source), document.builtins().ops);
}

} // namespace

void addDeviceMarks(CanvasMarks &marks, const GraphDocument &document)
{
    const NodeFacts facts = factsOf(document);
    std::map<double, std::vector<NodeId>> byDevice;
    for (const NodeId id : facts.graph().nodes()) {
        if (const auto device = facts.device(id)) {
            byDevice[*device].push_back(id);
        }
    }
    marks.title = words(QT_TRANSLATE_NOOP("ClassMarks", "Device"));
    if (byDevice.empty()) {
        marks.hint = words(QT_TRANSLATE_NOOP("ClassMarks", "No devices: run PlaceDevice first"));
        return;
    }
    for (const auto &[device, nodes] : byDevice) {
        const QString number = QString::number(static_cast<int>(device));
        const std::uint32_t kind = addClass(
            marks, words(QT_TRANSLATE_NOOP("ClassMarks", "Device %1")).arg(number), number);
        for (const NodeId node : nodes) {
            mark(marks, node, kind);
        }
    }
}

bool foundGroups(const GraphDocument &document)
{
    const int step = document.shownStep();
    if (step == 0) {
        return false;
    }
    const QStringList &found = document.passSteps()[static_cast<std::size_t>(step) - 1].provided;
    return found.contains(toQString(keys::groupRoot.name))
           || found.contains(toQString(keys::fusedGroup.name));
}

void addGroupMarks(CanvasMarks &marks, const GraphDocument &document)
{
    const NodeFacts facts = factsOf(document);
    std::map<NodeId, std::vector<NodeId>> byRoot;
    std::vector<NodeId> roots; // in the order of the graph
    for (const NodeId id : facts.graph().nodes()) {
        if (const auto root = facts.group(id)) {
            auto &nodes = byRoot[*root];
            nodes.push_back(id);
            if (nodes.size() == 2) {
                roots.push_back(*root);
            }
        }
    }
    marks.title = words(QT_TRANSLATE_NOOP("ClassMarks", "Fusion group"));
    if (byRoot.empty()) {
        marks.hint = words(QT_TRANSLATE_NOOP(
            "ClassMarks", "No groups: run FuseOperators or GraphFindFusibleGroups first"));
        return;
    }
    for (const NodeId root : roots) {
        const QString number = QString::number(marks.classes.size() + 1);
        const std::uint32_t kind =
            addClass(marks, toQString(facts.graph().node(root).name), number);
        for (const NodeId node : byRoot[root]) {
            mark(marks, node, kind);
        }
    }
    marks.unclassed = words(QT_TRANSLATE_NOOP("ClassMarks", "alone"));
}

void addProvenanceMarks(CanvasMarks &marks, const GraphDocument &document, bool isDark)
{
    marks.title = words(QT_TRANSLATE_NOOP("ClassMarks", "What the pass did"));
    const ModelStage &stage = document.stage();
    if (!stage.isOfPass()) {
        marks.hint = words(
            QT_TRANSLATE_NOOP("ClassMarks", "No pass is shown: run passes and step through them"));
        return;
    }
    struct Kind {
        ChangeMark change;
        ChangeColor color;
    };
    constexpr std::array<Kind, 4> kinds{{{ChangeMark::Added, ChangeColor::Added},
                                         {ChangeMark::Changed, ChangeColor::Changed},
                                         {ChangeMark::Fused, ChangeColor::Fused},
                                         {ChangeMark::Removed, ChangeColor::Removed}}};
    for (const Kind &kind : kinds) {
        const std::uint32_t number =
            addClass(marks, changeWord(kind.change), changeSign(kind.change));
        const QColor color = changeColor(kind.color, isDark);
        marks.classes[number].color = rgb(color.rgb() & 0xFFFFFFU);
    }
    for (const NodeChange &change : stage.changes()) {
        for (std::uint32_t i = 0; i < kinds.size(); ++i) {
            if (kinds[i].change != change.mark) {
                continue;
            }
            if (change.mark == ChangeMark::Removed) {
                ++marks.classes[i].count; // its id is of the graph before
            } else {
                mark(marks, change.node, i);
            }
        }
    }
    marks.unclassed = words(QT_TRANSLATE_NOOP("ClassMarks", "left alone"));
}

void addRuleMarks(CanvasMarks &marks, const ColorSources &sources,
                  const std::vector<std::vector<NodeId>> &found)
{
    marks.title = words(QT_TRANSLATE_NOOP("ClassMarks", "Rules"));
    std::size_t next = 0;
    for (const ColorRule &rule : sources.rules()) {
        if (!rule.isOn || next >= found.size()) {
            continue;
        }
        const std::uint32_t kind = addClass(marks, rule.query, letterSign(next));
        for (const NodeId node : found[next]) {
            mark(marks, node, kind);
        }
        ++next;
    }
    if (marks.classes.empty()) {
        marks.hint = words(
            QT_TRANSLATE_NOOP("ClassMarks", "No rules: find something and choose Color by this"));
    }
}

void addAttachmentMarks(CanvasMarks &marks, const GraphDocument &document,
                        const ColorSources &sources)
{
    if (sources.attachment().series.empty()) {
        marks.title = words(QT_TRANSLATE_NOOP("ClassMarks", "Attached data"));
        marks.hint = words(QT_TRANSLATE_NOOP(
            "ClassMarks", "No data: drop a Netron attachment or Model Explorer node data here"));
        return;
    }
    const NodeDataSeries &series = sources.attachment().series.front();
    const Graph &graph = *document.stage().graph;
    const auto byName = nodesByName(graph);
    if (!series.numbers.empty()) {
        HeatMapValues amounts;
        for (const auto &[name, value] : series.numbers) {
            if (const NodeId node = lookUp(byName, name); node.isValid()) {
                amounts.emplace(node, value);
            }
        }
        addHeatMap(marks, amounts,
                   {toQString(series.name),
                    [](double value) { return QString::number(value, 'g', 4); },
                    sources.isLogarithmic()},
                   graph);
        return;
    }
    marks.title = toQString(series.name);
    std::map<std::string, std::uint32_t> kinds;
    for (const auto &[name, text] : series.texts) {
        const NodeId node = lookUp(byName, name);
        if (!node.isValid()) {
            continue;
        }
        const auto [it, isNew] = kinds.try_emplace(text, 0);
        if (isNew) {
            it->second = addClass(marks, toQString(text), letterSign(kinds.size() - 1));
        }
        mark(marks, node, it->second);
    }
}

} // namespace nervure
