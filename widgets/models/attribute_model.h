// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/attr_schema.h"
#include "core/graph/op_registry.h"
#include "widgets/models/table_model.h"

#include <QStringList>

namespace nervure {

/// One attribute of a node: set in its dictionary, declared by its operator, or both.
struct AttributeRow {
    std::string name;
    std::string value;              ///< as in the file; the default when it is not set
    const AttrDecl *decl = nullptr; ///< null: the operator declares no such attribute
    bool isSet = false;
    bool isLightNet = false; ///< values are JSON text
    QString error;           ///< what is wrong with the value; empty when nothing is
};

/// The attributes of one node with value, type, default and help from the operator's declaration.
/// Editing asks through `editRequested`; the document decides, and the model is set anew.
class AttributeModel : public TableModel<AttributeRow> {
    Q_OBJECT

public:
    enum Columns { Name, Value, Type, Default, Help };

    explicit AttributeModel(QObject *parent = nullptr);

    void setNode(const Node &node, const OpRegistry &ops);
    void clear() { setRows({}); }
    /// Values can be looked at only.
    void setReadOnly(bool isReadOnly) { m_isReadOnly = isReadOnly; }

    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;

    /// What a person may choose from, for attributes that have few values; else empty.
    [[nodiscard]] static QStringList choicesOf(const AttributeRow &row);

Q_SIGNALS:
    void editRequested(const QString &name, const QString &value);

private:
    bool m_isReadOnly = false;
};

/// "integer", "boolean", …: an attribute's type in words.
[[nodiscard]] QString attrKindName(AttrKind kind);

} // namespace nervure
