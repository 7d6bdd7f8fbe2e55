// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/edit_words.h"

#include "core/graph/edits/edit.h"
#include "widgets/text/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace nervure {

namespace {

struct EditWords {
    Q_DECLARE_TR_FUNCTIONS(EditWords)
};

/// Says what an edit does. A composite is said by what it adds, else removes, else changes.
class Speaker {
public:
    explicit Speaker(const Graph &before) : m_before(before) {}

    QString operator()(const SetAttribute &edit) const
    {
        return EditWords::tr("Set %1 of %2").arg(toQString(edit.key), nameOf(edit.node));
    }
    QString operator()(const RemoveAttribute &edit) const
    {
        return EditWords::tr("Remove %1 from %2").arg(toQString(edit.key), nameOf(edit.node));
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
    [[nodiscard]] QString nameOf(NodeId id) const
    {
        const Node *node = m_before.find(id);
        return node == nullptr ? EditWords::tr("a node") : toQString(node->name);
    }
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

} // namespace nervure
