// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_schema.h"
#include "core/graph/op/op_registry.h"
#include "widgets/models/table_model.h"

#include <QStringList>

namespace nervure {

/// One attribute of a node, or of several: set in a dictionary, declared by the operator, or both.
struct AttributeRow {
    std::string name;
    std::string value;              ///< as in the file; the default when it is not set
    const AttrDecl *decl = nullptr; ///< null: the operator declares no such attribute
    bool isSet = false;
    bool isLightNet = false; ///< values are JSON text
    QString error;           ///< what is wrong with the value; empty when nothing is
    bool isMixed = false;    ///< the nodes have different values

    bool operator==(const AttributeRow &) const = default;
};

/// The attributes of one node, or those that several have in common, with value, type, default and
/// help from the operators' declarations. Editing asks through `editRequested`; the document
/// decides, and the model is set anew.
class AttributeModel : public TableModel<AttributeRow> {
    Q_OBJECT

public:
    enum Columns { Name, Value, Type, Default, Help, Reset };

    explicit AttributeModel(QObject *parent = nullptr);

    /// The last of the nodes leads: its order, and its values where they are the same. Where nothing
    /// is different the model is not reset, so that an open editor stays open.
    void setNodes(const std::vector<const Node *> &nodes, const OpRegistry &ops);
    void setNode(const Node &node, const OpRegistry &ops) { setNodes({&node}, ops); }
    void clear() { setNodes({}, OpRegistry()); }
    /// Values can be looked at only.
    void setReadOnly(bool isReadOnly) { m_isReadOnly = isReadOnly; }
    [[nodiscard]] bool isReadOnly() const { return m_isReadOnly; }

    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;

    /// What a person may choose from, for attributes that have few values; else empty.
    [[nodiscard]] static QStringList choicesOf(const AttributeRow &row);
    /// What is wrong with a text for the attribute of `row`; empty when all nodes take it. An empty
    /// text is the default, which a required attribute has not.
    [[nodiscard]] QString problemOf(int row, const QString &text) const;
    /// Whether there is something to take back: a value that is set beside a default, or one that
    /// the operator does not declare.
    [[nodiscard]] bool canReset(int row) const;
    /// "Back to the default, 1", or "Remove this attribute".
    [[nodiscard]] static QString resetText(const AttributeRow &row);

Q_SIGNALS:
    void editRequested(const QString &name, const QString &value);

private:
    void addDeclared(std::vector<AttributeRow> &rows, const std::vector<const Node *> &nodes,
                     const OpRegistry &ops);

    std::vector<const OpSpec *> m_specs; ///< of the nodes, each once
    bool m_isReadOnly = false;
};

/// "integer", "boolean", …: an attribute's type in words.
[[nodiscard]] QString attrKindName(AttrKind kind);
/// The same with the limits of the declaration: "integer ≥ 1".
[[nodiscard]] QString attrTypeText(const AttrDecl &decl);

} // namespace nervure
