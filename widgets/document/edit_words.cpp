// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/edit_words.h"

#include "core/graph/analysis/value_names.h"
#include "core/graph/edits/edit_draft.h"
#include "core/graph/edits/named_edits.h"
#include "core/graph/nnvm_shape.h"
#include "core/graph/op/attr_field.h"
#include "widgets/text/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace nervure {

namespace {

struct EditWords {
    Q_DECLARE_TR_FUNCTIONS(EditWords)
};

QString nameOf(const Graph &graph, NodeId id)
{
    const Node *node = graph.find(id);
    return node == nullptr ? EditWords::tr("a node") : toQString(node->name);
}

/// Of a value, else of its node.
QString ownNameOf(const Graph &graph, const Entry &value)
{
    const std::string name = ownValueName(graph, value);
    return name.empty() ? nameOf(graph, value.node) : toQString(name);
}

/// Values of more characters lose their middle.
constexpr qsizetype longestValue = 40;

QString valueWords(const std::string &value)
{
    const QString text = toQString(value).simplified();
    return text.size() <= longestValue
               ? text
               : text.first(longestValue / 2) + u'…' + text.last(longestValue / 2 - 1);
}

/// "Set units of fc1: 10 → 12". `node` invalid: of several, whose values may differ.
QString setWords(const Graph &before, NodeId node, const std::string &key, const std::string &value,
                 const QString &subject)
{
    const Node *found = before.find(node);
    const std::string *old = found == nullptr ? nullptr : found->attrs.find(key);
    return old == nullptr
               ? EditWords::tr("Set %1 of %2 to %3").arg(toQString(key), subject, valueWords(value))
               : EditWords::tr("Set %1 of %2: %3 → %4")
                     .arg(toQString(key), subject, valueWords(*old), valueWords(value));
}

/// "Remove units=10 from fc1".
QString unsetWords(const Graph &before, NodeId node, const std::string &key, const QString &subject)
{
    const Node *found = before.find(node);
    const std::string *old = found == nullptr ? nullptr : found->attrs.find(key);
    const QString what = old == nullptr ? toQString(key) : toQString(key) + u'=' + valueWords(*old);
    return EditWords::tr("Remove %1 from %2").arg(what, subject);
}

/// The value that the edit writes: a person may have typed it otherwise.
std::string writtenBy(const Edit &edit, const std::string &typed)
{
    const Edit *step = &edit;
    if (const auto *all = std::get_if<CompositeEdit>(&edit.change); all && !all->edits.empty()) {
        step = &all->edits.front();
    }
    const auto *set = std::get_if<SetAttribute>(&step->change);
    return set == nullptr ? typed : set->value;
}

/// What an input says of itself, "1×3×224×224 float32"; empty where it says nothing.
QString typeSaid(const Node &node)
{
    QStringList parts;
    for (const char *key : {"shape", "__shape__", "dims"}) {
        const std::string *text = node.attrs.find(key);
        const auto shape = text == nullptr ? std::nullopt : leadingTuple(*text);
        const auto named = text == nullptr ? std::nullopt : dimensionsFromText(*text);
        if (shape && parts.isEmpty()) {
            parts.append(formatShape(shapeOfNnvm(*shape)));
        } else if (named && parts.isEmpty()) {
            parts.append(toQString(dimensionsLabel(*named)));
        }
    }
    for (const char *key : {"dtype", "__dtype__"}) {
        const std::string *text = node.attrs.find(key);
        const auto code = text == nullptr ? std::nullopt : leadingInteger(*text);
        const auto type = code ? dtypeFromCode(*code) : std::nullopt;
        if (type && *type != DType::Unknown) {
            parts.append(toQString(dtypeName(*type)));
            break;
        }
    }
    return parts.join(u' ');
}

/// "Set data: 1×3×224×224 → 1×3×300×300".
QString typeWords(const Graph &before, const EditArguments &arguments, const QString &subject)
{
    QStringList parts;
    if (arguments.dimensions) {
        parts.append(toQString(dimensionsLabel(*arguments.dimensions)));
    } else if (arguments.shape) {
        parts.append(formatShape(*arguments.shape));
    }
    if (arguments.type) {
        parts.append(toQString(dtypeName(*arguments.type)));
    }
    const Node *node = arguments.nodes.empty() ? nullptr : before.find(arguments.nodes.front());
    const QString old = node == nullptr ? QString() : typeSaid(*node);
    const QString made = parts.join(u' ');
    return old.isEmpty() ? EditWords::tr("Set %1 to %2").arg(subject, made)
                         : EditWords::tr("Set %1: %2 → %3").arg(subject, old, made);
}

/// Says what an edit does. A composite is said by what it adds, else removes, else changes.
class Speaker {
public:
    explicit Speaker(const Graph &before) : m_before(before) {}

    QString operator()(const SetAttribute &edit) const
    {
        return setWords(m_before, edit.node, edit.key, edit.value, nameOf(edit.node));
    }
    QString operator()(const RemoveAttribute &edit) const
    {
        return unsetWords(m_before, edit.node, edit.key, nameOf(edit.node));
    }
    QString operator()(const RenameNode &edit) const
    {
        return EditWords::tr("Rename %1 to %2").arg(nameOf(edit.node), toQString(edit.name));
    }
    QString operator()(const AddNode &edit) const
    {
        return EditWords::tr("Add %1").arg(toQString(edit.node.name));
    }
    QString operator()(const RemoveNode &edit) const
    {
        return EditWords::tr("Delete %1").arg(nameOf(edit.node));
    }
    QString operator()(const SetInputs &edit) const
    {
        return EditWords::tr("Connect the inputs of %1").arg(nameOf(edit.node));
    }
    QString operator()(const SetOutputPorts &edit) const
    {
        return EditWords::tr("Name the outputs of %1").arg(nameOf(edit.node));
    }
    QString operator()(const SetDeclaredTypes &edit) const
    {
        return EditWords::tr("Set what is declared of %1").arg(nameOf(edit.node));
    }
    QString operator()(const SetHeads &) const { return EditWords::tr("Set the model's outputs"); }
    QString operator()(const MoveNode &edit) const
    {
        return EditWords::tr("Move %1 in the order").arg(nameOf(edit.node));
    }
    QString operator()(const SetNote &edit) const
    {
        return edit.node.isValid() ? EditWords::tr("Note on %1").arg(nameOf(edit.node))
                                   : EditWords::tr("Note on the model");
    }
    QString operator()(const SetGraphAttrs &) const
    {
        return EditWords::tr("Set attributes of the model");
    }
    QString operator()(const CompositeEdit &edit) const
    {
        if (edit.edits.empty()) {
            return EditWords::tr("Keep as it is");
        }
        if (edit.edits.size() == 1) {
            return std::visit(*this, edit.edits.front().change);
        }
        const Edit *first = firstOf<AddNode>(edit);
        const auto added = countOf<AddNode>(edit);
        const auto removed = countOf<RemoveNode>(edit);
        if (added + removed > 1) {
            return added >= removed ? EditWords::tr("Add %n node(s)", nullptr, added)
                                    : EditWords::tr("Delete %n node(s)", nullptr, removed);
        }
        first = first != nullptr ? first : firstOf<RemoveNode>(edit);
        return std::visit(*this, (first != nullptr ? *first : edit.edits.front()).change);
    }

private:
    [[nodiscard]] QString nameOf(NodeId id) const { return nervure::nameOf(m_before, id); }
    template <typename Kind>
    [[nodiscard]] static const Edit *firstOf(const CompositeEdit &all)
    {
        const auto found = std::find_if(all.edits.begin(), all.edits.end(), isOf<Kind>);
        return found == all.edits.end() ? nullptr : &*found;
    }
    template <typename Kind>
    [[nodiscard]] static int countOf(const CompositeEdit &all)
    {
        return static_cast<int>(std::count_if(all.edits.begin(), all.edits.end(), isOf<Kind>));
    }
    template <typename Kind>
    [[nodiscard]] static bool isOf(const Edit &edit)
    {
        return std::holds_alternative<Kind>(edit.change);
    }

    const Graph &m_before;
};

} // namespace

QString editWords(const Edit &edit, const Graph &before)
{
    return std::visit(Speaker(before), edit.change);
}

QString editWords(EditKind kind, const EditArguments &arguments, const Edit &edit,
                  const Graph &before)
{
    const auto &[nodes, ends, value, place, key, text, shape, sizes, type, added, other, values] =
        arguments;
    const QString subject =
        nodes.size() == 1 ? nameOf(before, nodes.front())
                          : EditWords::tr("%n node(s)", nullptr, static_cast<int>(nodes.size()));
    const NodeId single = nodes.size() == 1 ? nodes.front() : NodeId();
    const auto name = [&](NodeId id) { return nameOf(before, id); };
    switch (kind) {
    case EditKind::Set: return setWords(before, single, key, writtenBy(edit, text), subject);
    case EditKind::Unset: return unsetWords(before, single, key, subject);
    case EditKind::Type: return typeWords(before, arguments, subject);
    case EditKind::Declare:
        return !arguments.dimensions && !type
                   ? EditWords::tr("Declare no type of %1").arg(ownNameOf(before, value))
                   : typeWords(before, arguments, ownNameOf(before, value));
    case EditKind::Delete: return EditWords::tr("Delete %1").arg(subject);
    case EditKind::DeleteBridging:
        return EditWords::tr("Delete %1 and bridge the gap").arg(subject);
    case EditKind::Duplicate: return EditWords::tr("Duplicate %1").arg(subject);
    case EditKind::Rewire:
        return EditWords::tr("Connect %1 to %2").arg(name(value.node), name(ends.front().node));
    case EditKind::AddInput:
    case EditKind::Connect: return EditWords::tr("Connect %1 to %2").arg(name(value.node), subject);
    case EditKind::MoveEdge: {
        const EdgeEnd &from = ends.front();
        const Entry source = before.node(from.node).inputs[from.index];
        return EditWords::tr("Connect %1 to %2").arg(name(source.node), name(ends.back().node));
    }
    case EditKind::RemoveEdge:
        return value.node.isValid()
                   ? EditWords::tr("Disconnect %1").arg(name(value.node))
                   : EditWords::tr("Disconnect an input of %1").arg(name(ends.front().node));
    case EditKind::Control: return EditWords::tr("%1 waits for others").arg(name(nodes.front()));
    case EditKind::NoControl: return EditWords::tr("%1 no longer waits").arg(name(nodes.front()));
    case EditKind::Output: return EditWords::tr("Make %1 an output").arg(name(value.node));
    case EditKind::NoOutput:
        return EditWords::tr("Make %1 an output no more").arg(name(value.node));
    case EditKind::RenameValue:
        return EditWords::tr("Rename %1 to %2").arg(ownNameOf(before, value), toQString(text));
    case EditKind::MoveOutput: return EditWords::tr("Move an output of the model");
    case EditKind::Move:
        return place < positionOf(before, nodes.front())
                   ? EditWords::tr("Run %1 earlier").arg(subject)
                   : EditWords::tr("Run %1 later").arg(subject);
    case EditKind::Add: return EditWords::tr("Add %1").arg(toQString(added.op));
    case EditKind::AddVariable: return EditWords::tr("Add an input");
    case EditKind::Insert: return EditWords::tr("Insert %1").arg(toQString(added.op));
    case EditKind::Replace:
        return EditWords::tr("Replace %1 with %2").arg(subject, toQString(added.op));
    case EditKind::Values: return EditWords::tr("Give %1 other values").arg(subject);
    case EditKind::MakeInput: return EditWords::tr("Make %1 an input").arg(subject);
    case EditKind::MoveOut:
        return EditWords::tr("Move the values of %1 to %2").arg(subject, toQString(text));
    case EditKind::Embed: return EditWords::tr("Put the values of %1 into the model").arg(subject);
    default: return editWords(edit, before);
    }
}

} // namespace nervure
