// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/attribute_model.h"

#include "widgets/text/format.h"

#include <QCoreApplication>
#include <QFont>

namespace nervure {

namespace {

/// "True" and "False" for what both dialects read as such; everything else as it is.
QString booleanText(const AttributeRow &row, const QString &text)
{
    if (row.decl == nullptr || row.decl->kind != AttrKind::Boolean) {
        return text;
    }
    const QString lower = text.toLower();
    const QStringList words = AttributeModel::choicesOf(row);
    if (lower == u"1" || lower == u"true") {
        return words.first();
    }
    return lower == u"0" || lower == u"false" ? words.last() : text;
}

QString typeOf(const AttributeRow &row)
{
    return row.decl == nullptr ? AttributeModel::tr("text") : attrKindName(row.decl->kind);
}

QString defaultOf(const AttributeRow &row)
{
    if (row.decl == nullptr) {
        return {};
    }
    return row.decl->required ? AttributeModel::tr("required")
                              : booleanText(row, toQString(row.decl->defaultText));
}

/// As the file has it; a default in words.
QString valueOf(const AttributeRow &row)
{
    const QString text = toQString(row.value);
    return row.isSet ? text : booleanText(row, text);
}

QString helpOf(const AttributeRow &row)
{
    return row.decl == nullptr ? AttributeModel::tr("not declared by the operator")
                               : toQString(row.decl->help);
}

QString valueToolTip(const AttributeRow &row)
{
    if (!row.error.isEmpty()) {
        return row.error;
    }
    return row.isSet ? AttributeModel::tr("Set in the file")
                     : AttributeModel::tr("Not set: the operator's default");
}

/// What the declaration says about the value, or nothing.
QString errorOf(const AttributeRow &row, const AttrSchema &schema)
{
    if (row.decl == nullptr || !row.decl->parse || !schema.makeDefault) {
        return {};
    }
    if (!row.isSet) {
        return row.decl->required ? AttributeModel::tr("This attribute is required.") : QString();
    }
    const std::shared_ptr<void> scratch = schema.makeDefault();
    const Status status = row.decl->parse(row.value, scratch.get());
    return status ? QString() : toQString(status.error().message);
}

} // namespace

AttributeModel::AttributeModel(QObject *parent) : TableModel(parent)
{
    using Row = AttributeRow;
    setColumns({
        Column<Row>(tr("Attribute"), [](const Row &row) { return toQString(row.name); })
            .toolTip(helpOf),
        Column<Row>(tr("Value"), valueOf).code().toolTip(valueToolTip).icon([](const Row &row) {
            return row.error.isEmpty() ? QVariant() : QVariant(QStringLiteral("error"));
        }),
        Column<Row>(tr("Type"), typeOf).muted(),
        Column<Row>(tr("Default"), defaultOf).code().muted(),
        Column<Row>(tr("Meaning"), helpOf).muted().toolTip(helpOf),
    });
}

void AttributeModel::setNode(const Node &node, const OpRegistry &ops)
{
    const OpSpec *spec = ops.find(node);
    const bool isLightNet = node.dialect == Dialect::LightNet;
    std::vector<AttributeRow> rows;
    if (spec != nullptr) {
        for (const AttrDecl &decl : spec->attrs.decls) {
            const std::string *value = node.attrs.find(decl.name);
            AttributeRow row{decl.name,  value != nullptr ? *value : decl.defaultText,
                             &decl,      value != nullptr,
                             isLightNet, {}};
            row.error = errorOf(row, spec->attrs);
            rows.push_back(std::move(row));
        }
    }
    for (const auto &[name, value] : node.attrs) {
        if (spec == nullptr || spec->attrs.find(name) == nullptr) {
            rows.push_back({name, value, nullptr, true, isLightNet, {}});
        }
    }
    setRows(std::move(rows));
}

Qt::ItemFlags AttributeModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = TableModel::flags(index);
    const bool isEditable = index.isValid() && index.column() == Value && !m_isReadOnly;
    return isEditable ? flags | Qt::ItemIsEditable : flags;
}

QVariant AttributeModel::data(const QModelIndex &index, int role) const
{
    if (index.isValid() && index.column() == Value && role == MutedRole) {
        return !row(index.row()).isSet;
    }
    if (index.isValid() && index.column() == Value && role == Qt::EditRole) {
        return booleanText(row(index.row()), toQString(row(index.row()).value));
    }
    if (index.isValid() && index.column() == Value && role == ChoicesRole) {
        return choicesOf(row(index.row()));
    }
    return TableModel::data(index, role);
}

bool AttributeModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || !index.isValid() || index.column() != Value) {
        return false;
    }
    const AttributeRow &changed = row(index.row());
    if (value.toString() != index.data(Qt::EditRole).toString()) {
        Q_EMIT editRequested(toQString(changed.name), value.toString());
    }
    return true;
}

QStringList AttributeModel::choicesOf(const AttributeRow &row)
{
    if (row.decl == nullptr) {
        return {};
    }
    QStringList choices;
    if (row.decl->kind == AttrKind::Boolean) {
        choices = row.isLightNet ? QStringList{QStringLiteral("true"), QStringLiteral("false")}
                                 : QStringList{QStringLiteral("True"), QStringLiteral("False")};
    } else if (row.decl->kind == AttrKind::Choice) {
        for (const std::string &choice : row.decl->choices) {
            choices.append(row.isLightNet ? u'"' + toQString(choice) + u'"' : toQString(choice));
        }
    }
    return choices;
}

QString attrKindName(AttrKind kind)
{
    switch (kind) {
    case AttrKind::Integer: return AttributeModel::tr("integer");
    case AttrKind::Number: return AttributeModel::tr("number");
    case AttrKind::Boolean: return AttributeModel::tr("boolean");
    case AttrKind::Text: return AttributeModel::tr("text");
    case AttrKind::Choice: return AttributeModel::tr("choice");
    case AttrKind::IntTuple: return AttributeModel::tr("integers");
    case AttrKind::NumberTuple: return AttributeModel::tr("numbers");
    case AttrKind::ElementType: break;
    }
    return AttributeModel::tr("element type");
}

} // namespace nervure
