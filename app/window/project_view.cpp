// SPDX-License-Identifier: Apache-2.0
#include "app/window/project_view.h"

#include "app/commands/canvas_commands.h"
#include "app/commands/navigation.h"
#include "app/files/document_session.h"
#include "core/engine/run_history.h"
#include "core/formats/project/project_file.h"
#include "core/passes/live/live_inference.h"
#include "widgets/canvas/scene/view_transform.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

namespace nervure {

namespace {

constexpr int version = 1;
constexpr int deepest = 100; ///< levels of groups
constexpr std::array<std::pair<const char *, bool CanvasSwitches::*>, 7> switchNames{{
    {"weights", &CanvasSwitches::weights},
    {"outputs", &CanvasSwitches::outputs},
    {"names", &CanvasSwitches::names},
    {"attributes", &CanvasSwitches::attributes},
    {"value_names", &CanvasSwitches::valueNames},
    {"value_shapes", &CanvasSwitches::valueShapes},
    {"value_types", &CanvasSwitches::valueTypes},
}};
constexpr std::array<const char *, 4> groupingNames{"none", "scopes", "repeats", "fusion"};
constexpr std::array<const char *, 11> coloringNames{
    "category", "time",  "time-change", "parameters", "macs",
    "memory", // of outputs
    "device",   "group", "provenance",  "rules",      "attachment"};

/// The place of a word in a list of them, or `otherwise`.
template <typename Value, std::size_t N>
Value valueOf(const std::array<const char *, N> &names, const QJsonValue &word, Value otherwise)
{
    const auto found = std::find_if(names.begin(), names.end(), [&word](const char *name) {
        return word.toString() == QLatin1String(name);
    });
    return found == names.end() ? otherwise : static_cast<Value>(found - names.begin());
}

QJsonValue idOf(OwnNodeId node)
{
    return node.isValid() ? QJsonValue(static_cast<qint64>(node.value)) : QJsonValue();
}

OwnNodeId nodeOf(const QJsonValue &value)
{
    const qint64 id = value.toInteger(-1);
    return id >= 0 && id < OwnNodeId().value ? OwnNodeId{static_cast<std::uint32_t>(id)}
                                             : OwnNodeId();
}

/// A number that can be worked with, whatever stands in the file.
double numberOf(const QJsonValue &value, double otherwise)
{
    constexpr double largest = 1e9;
    const double number = value.toDouble(otherwise);
    return std::isfinite(number) ? std::clamp(number, -largest, largest) : otherwise;
}

QJsonObject placeJson(const Viewpoint &place)
{
    QJsonArray selection;
    for (const OwnNodeId node : place.selection) {
        selection.append(idOf(node));
    }
    return {{QStringLiteral("selection"), selection},
            {QStringLiteral("anchor"), idOf(place.anchor)},
            {QStringLiteral("offset"), QJsonArray{place.offset.x(), place.offset.y()}},
            {QStringLiteral("zoom"), place.zoom},
            {QStringLiteral("name"), place.name}};
}

Viewpoint placeOf(const QJsonObject &json)
{
    Viewpoint place;
    const QJsonArray selection = json.value(QStringLiteral("selection")).toArray();
    for (const QJsonValue node : selection) {
        if (const OwnNodeId id = nodeOf(node); id.isValid()) {
            place.selection.push_back(id);
        }
    }
    place.anchor = nodeOf(json.value(QStringLiteral("anchor")));
    const QJsonArray offset = json.value(QStringLiteral("offset")).toArray();
    place.offset = {numberOf(offset.at(0), 0), numberOf(offset.at(1), 0)};
    place.zoom = std::clamp(numberOf(json.value(QStringLiteral("zoom")), 1),
                            ViewTransform::smallestScale, ViewTransform::largestScale);
    place.name = json.value(QStringLiteral("name")).toString();
    return place;
}

/// The member as an object; what is no object is taken for an empty one.
QJsonObject memberOf(const Project *project, std::string_view name)
{
    if (project == nullptr) {
        return {};
    }
    const auto found = project->members.find(std::string(name));
    return found == project->members.end()
               ? QJsonObject()
               : QJsonDocument::fromJson(QByteArray::fromStdString(found->second)).object();
}

std::string textOf(const QJsonObject &json)
{
    return QJsonDocument(json).toJson().toStdString();
}

QJsonObject foldingJson(const GroupFolding &folding)
{
    QJsonArray toggled;
    for (const std::string &key : folding.toggled) {
        toggled.append(QString::fromStdString(key));
    }
    return {{QStringLiteral("open_levels"), folding.openLevels},
            {QStringLiteral("toggled"), toggled}};
}

GroupFolding foldingOf(const QJsonObject &json)
{
    GroupFolding folding;
    folding.openLevels = std::clamp(json.value(QStringLiteral("open_levels")).toInt(), 0, deepest);
    const QJsonArray toggled = json.value(QStringLiteral("toggled")).toArray();
    for (const QJsonValue key : toggled) {
        folding.toggled.insert(key.toString().toStdString());
    }
    return folding;
}

QJsonArray pipelineJson(const Pipeline &pipeline)
{
    QJsonArray passes;
    for (const PipelinePass &pass : pipeline) {
        passes.append(QJsonObject{
            {QStringLiteral("pass"), QString::fromStdString(pipelineText({&pass.request, 1}))},
            {QStringLiteral("on"), pass.isOn}});
    }
    return passes;
}

QJsonArray breaksJson(const PassBreaks &breaks)
{
    QJsonArray all;
    for (const PassBreak &one : breaks) {
        all.append(QJsonObject{{QStringLiteral("when"), QString::fromStdString(one.text)},
                               {QStringLiteral("on"), one.isOn}});
    }
    return all;
}

/// Without what cannot be read.
PassBreaks breaksOf(const QJsonArray &json)
{
    PassBreaks breaks;
    for (const QJsonValue one : json) {
        const QJsonObject condition = one.toObject();
        std::string text = condition.value(QStringLiteral("when")).toString().toStdString();
        if (StepBreak::parse(text)) {
            breaks.push_back({std::move(text), condition.value(QStringLiteral("on")).toBool(true)});
        }
    }
    return breaks;
}

/// Without what cannot be read.
Pipeline pipelineOf(const QJsonArray &json)
{
    Pipeline pipeline;
    for (const QJsonValue one : json) {
        const QJsonObject pass = one.toObject();
        const auto requests =
            parsePipeline(pass.value(QStringLiteral("pass")).toString().toStdString());
        for (const PassRequest &request : requests ? *requests : std::vector<PassRequest>()) {
            pipeline.push_back({request, pass.value(QStringLiteral("on")).toBool(true)});
        }
    }
    return pipeline;
}

CanvasSwitches switchesOf(const QJsonObject &view, CanvasSwitches switches)
{
    const QJsonObject on = view.value(QStringLiteral("switches")).toObject();
    for (const auto &[name, member] : switchNames) {
        switches.*member = on.value(QLatin1String(name)).toBool(switches.*member);
    }
    switches.grouping =
        valueOf(groupingNames, view.value(QStringLiteral("grouping")), switches.grouping);
    const QString direction = view.value(QStringLiteral("direction")).toString();
    if (direction == QLatin1String("right") || direction == QLatin1String("down")) {
        switches.direction =
            direction == QLatin1String("right") ? LayoutDirection::Right : LayoutDirection::Down;
    }
    return switches;
}

/// What a window shows, as values for any thread.
struct ViewState {
    std::shared_ptr<const Project> project; ///< that it came from, or null
    CanvasSwitches switches;
    NodeColoring coloring = NodeColoring::Category;
    GroupFolding folding;
    Viewpoint place;
    std::map<int, Viewpoint> bookmarks;
    std::function<std::string()> layout; ///< of the picture; may be empty
    Pipeline passes;                     ///< nothing: those that infer alone
    PassBreaks breaks;
    RunHistory runs;
};

std::string viewText(const ViewState &state)
{
    // What a later version keeps there stays.
    QJsonObject view = memberOf(state.project.get(), project_members::view);
    QJsonObject on;
    for (const auto &[name, member] : switchNames) {
        on.insert(QLatin1String(name), state.switches.*member);
    }
    const auto word = [](const auto &names, auto value) {
        return QLatin1String(names.at(static_cast<std::size_t>(value)));
    };
    view.insert(QStringLiteral("version"), version);
    view.insert(QStringLiteral("switches"), on);
    view.insert(QStringLiteral("grouping"), word(groupingNames, state.switches.grouping));
    view.insert(QStringLiteral("direction"), state.switches.direction == LayoutDirection::Right
                                                 ? QStringLiteral("right")
                                                 : QStringLiteral("down"));
    view.insert(QStringLiteral("colouring"), word(coloringNames, state.coloring));
    view.insert(QStringLiteral("folding"), foldingJson(state.folding));
    view.insert(QStringLiteral("place"), placeJson(state.place));
    view.insert(QStringLiteral("passes"), pipelineJson(state.passes));
    view.insert(QStringLiteral("breaks"), breaksJson(state.breaks));
    return textOf(view);
}

std::string bookmarksText(const ViewState &state)
{
    QJsonObject bookmarks = memberOf(state.project.get(), project_members::bookmarks);
    QJsonObject marks;
    for (const auto &[number, place] : state.bookmarks) {
        marks.insert(QString::number(number), placeJson(place));
    }
    bookmarks.insert(QStringLiteral("version"), version);
    bookmarks.insert(QStringLiteral("bookmarks"), marks);
    return textOf(bookmarks);
}

SaveTarget::Members membersOf(const ViewState &state)
{
    SaveTarget::Members members{
        {std::string(project_members::view), viewText(state)},
        {std::string(project_members::bookmarks), bookmarksText(state)},
        {std::string(project_members::layout), state.layout ? state.layout() : std::string()}};
    const std::string runs(runHistoryMember);
    if (!state.runs.empty() || (state.project && state.project->members.count(runs) > 0)) {
        members.emplace(runs, runHistoryText(state.runs));
    }
    return members;
}

} // namespace

ProjectView::ProjectView(DocumentSession &session, CanvasCommands &canvas, Navigation &navigation,
                         QObject *parent)
    : QObject(parent),
      m_session(session),
      m_canvas(canvas),
      m_navigation(navigation)
{
    connect(&session.document, &GraphDocument::contentReplaced, this, &ProjectView::restore);
}

std::function<SaveTarget::Members()> ProjectView::members() const
{
    ViewState state{m_session.document.project(),
                    m_canvas.controller().switches(),
                    m_canvas.coloring(),
                    m_canvas.controller().folding(),
                    m_navigation.here(),
                    {},
                    m_canvas.controller().packedLayout(),
                    {},
                    m_session.passes.breaks(),
                    m_session.document.runs().history()};
    const Pipeline &passes = m_session.passes.pipeline();
    if (passes != pipelineOf(livePasses(m_session.document.graph()))) {
        state.passes = passes;
    }
    for (int number = 1; number <= Navigation::bookmarkCount; ++number) {
        if (const auto &place = m_navigation.bookmark(number)) {
            state.bookmarks.emplace(number, *place);
        }
    }
    return [state = std::move(state)] { return membersOf(state); };
}

void ProjectView::restore()
{
    const Project *project = m_session.document.project().get();
    const QJsonObject marks =
        memberOf(project, project_members::bookmarks).value(QStringLiteral("bookmarks")).toObject();
    for (int number = 1; number <= Navigation::bookmarkCount; ++number) {
        const QJsonValue place = marks.value(QString::number(number));
        if (place.isObject()) {
            m_navigation.restoreBookmark(number, placeOf(place.toObject()));
        }
    }
    const QJsonObject view = memberOf(project, project_members::view);
    if (view.isEmpty()) {
        return;
    }
    CanvasController &controller = m_canvas.controller();
    if (const auto layout = project->members.find(std::string(project_members::layout));
        layout != project->members.end()) {
        controller.setKnownLayout({m_session.document.project(), &layout->second});
    }
    m_canvas.setColoring(
        valueOf(coloringNames, view.value(QStringLiteral("colouring")), m_canvas.coloring()));
    m_canvas.setSwitches(switchesOf(view, controller.switches()));
    controller.setFolding(foldingOf(view.value(QStringLiteral("folding")).toObject()));
    m_session.passes.setBreaks(breaksOf(view.value(QStringLiteral("breaks")).toArray()));
    if (Pipeline passes = pipelineOf(view.value(QStringLiteral("passes")).toArray());
        !passes.empty()) {
        m_session.passes.setPipeline(std::move(passes));
    }
    const Viewpoint place = placeOf(view.value(QStringLiteral("place")).toObject());
    // Places are found in the picture, which is not there yet.
    connect(
        &controller, &CanvasController::shown, this,
        [this, place] { m_navigation.showPlace(place); }, Qt::SingleShotConnection);
}

} // namespace nervure
