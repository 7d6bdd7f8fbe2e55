// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/attribute_model.h"

#include "core/graph/op/attr_field.h"
#include "core/graph/op/attr_forms.h"
#include "widgets/text/core_words.h"
#include "widgets/text/format.h"

#include <QCoreApplication>
#include <QFont>

#include <algorithm>

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

/// As the file has it, but for how tuples are written.
QString shownText(const AttributeRow &row, const std::string &text)
{
    return row.decl == nullptr ? toQString(text) : toQString(shownForm(*row.decl, text));
}

QString typeOf(const AttributeRow &row)
{
    return row.decl == nullptr ? AttributeModel::tr("text") : attrTypeText(*row.decl);
}

QString defaultOf(const AttributeRow &row)
{
    if (row.decl == nullptr) {
        return {};
    }
    return row.decl->required ? AttributeModel::tr("required")
                              : booleanText(row, shownText(row, row.decl->defaultText));
}

/// A default in words.
QString valueOf(const AttributeRow &row)
{
    if (row.isMixed) {
        return AttributeModel::tr("different values");
    }
    const QString text = shownText(row, row.value);
    return row.isSet ? text : booleanText(row, text);
}

QString helpOf(const AttributeRow &row)
{
    return row.decl == nullptr ? AttributeModel::tr("not declared by the operator")
                               : coreWords(row.decl->help);
}

QString valueToolTip(const AttributeRow &row)
{
    if (!row.error.isEmpty()) {
        return row.error;
    }
    if (row.isMixed) {
        return AttributeModel::tr("The selected nodes differ; a new value is set on all of them");
    }
    return row.isSet ? AttributeModel::tr("Set in the file")
                     : AttributeModel::tr("Not set: the operator's default");
}

/// What the declaration says about the value, or nothing.
QString errorOf(const AttributeRow &row, const AttrSchema &schema)
{
    if (row.decl == nullptr || !row.decl->parse || !schema.makeDefault || row.isMixed) {
        return {};
    }
    if (!row.isSet) {
        return row.decl->required ? AttributeModel::tr("This attribute is required.") : QString();
    }
    const std::shared_ptr<void> scratch = schema.makeDefault();
    const Status status = row.decl->parse(row.value, scratch.get());
    return status ? QString() : toQString(status.error().message);
}

/// Gives the row the value that all nodes have, if there is one.
void addValues(AttributeRow &row, const std::vector<const Node *> &nodes)
{
    const std::string fallback = row.decl != nullptr ? row.decl->defaultText : std::string();
    const auto valueIn = [&row, &fallback](const Node &node) {
        const std::string *value = node.attrs.find(row.name);
        return value != nullptr ? *value : fallback;
    };
    row.value = valueIn(*nodes.back());
    for (const Node *node : nodes) {
        row.isSet = row.isSet || node->attrs.find(row.name) != nullptr;
        row.isMixed = row.isMixed || valueIn(*node) != row.value;
    }
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
        // Too narrow for a title.
        Column<Row>(QString(), [](const Row &) { return QString(); })
            .toolTip(resetText)
            .hint(tr("Back to the default")),
    });
}

void AttributeModel::setNodes(const std::vector<const Node *> &nodes, const OpRegistry &ops)
{
    m_specs.clear();
    std::vector<AttributeRow> rows;
    if (!nodes.empty()) {
        addDeclared(rows, nodes, ops);
        const OpSpec *spec = ops.find(*nodes.back());
        for (const auto &[name, value] : nodes.back()->attrs) {
            const bool isCommon =
                std::all_of(nodes.begin(), nodes.end(), [&key = name](const Node *node) {
                    return node->attrs.find(key) != nullptr;
                });
            if (isCommon && (spec == nullptr || spec->attrs.find(name) == nullptr)) {
                AttributeRow row;
                row.name = name;
                row.isLightNet = nodes.back()->dialect == Dialect::LightNet;
                addValues(row, nodes);
                rows.push_back(std::move(row));
            }
        }
    }
    if (rows != this->rows()) {
        setRows(std::move(rows));
    }
}

/// What the operators of all nodes declare.
void AttributeModel::addDeclared(std::vector<AttributeRow> &rows,
                                 const std::vector<const Node *> &nodes, const OpRegistry &ops)
{
    for (const Node *node : nodes) {
        const OpSpec *spec = ops.find(*node);
        if (std::find(m_specs.begin(), m_specs.end(), spec) == m_specs.end()) {
            m_specs.push_back(spec);
        }
    }
    const OpSpec *spec = ops.find(*nodes.back());
    if (spec == nullptr) {
        return;
    }
    for (const AttrDecl &decl : spec->attrs.decls) {
        const bool isCommon =
            std::all_of(m_specs.begin(), m_specs.end(), [&decl](const OpSpec *other) {
                return other != nullptr && other->attrs.find(decl.name) != nullptr;
            });
        if (isCommon) {
            AttributeRow row;
            row.name = decl.name;
            row.decl = &decl;
            row.isLightNet = nodes.back()->dialect == Dialect::LightNet;
            addValues(row, nodes);
            row.error = errorOf(row, spec->attrs);
            rows.push_back(std::move(row));
        }
    }
}

QString AttributeModel::problemOf(int row, const QString &text) const
{
    const AttributeRow &asked = this->row(row);
    if (asked.decl == nullptr) {
        return {};
    }
    if (text.isEmpty()) {
        return asked.decl->required ? tr("This attribute is required.") : QString();
    }
    for (const OpSpec *spec : m_specs) {
        const AttrDecl *decl = spec == nullptr ? nullptr : spec->attrs.find(asked.name);
        if (decl != nullptr && decl->parse) {
            const std::shared_ptr<void> scratch = spec->attrs.makeDefault();
            const std::string written = writtenForm(*decl, spec->dialect, text.toStdString());
            if (const Status status = decl->parse(written, scratch.get()); !status) {
                return toQString(status.error().message);
            }
        }
    }
    return {};
}

bool AttributeModel::canReset(int row) const
{
    const AttributeRow &asked = this->row(row);
    return !m_isReadOnly && asked.isSet && (asked.decl == nullptr || !asked.decl->required);
}

QString AttributeModel::resetText(const AttributeRow &row)
{
    return row.decl == nullptr ? tr("Remove this attribute")
                               : tr("Back to the default, %1").arg(defaultOf(row));
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
        return !row(index.row()).isSet || row(index.row()).isMixed;
    }
    if (index.isValid() && index.column() == Reset && !canReset(index.row())) {
        return role == Qt::ToolTipRole || role == IconNameRole ? QVariant()
                                                               : TableModel::data(index, role);
    }
    if (index.isValid() && index.column() == Reset && role == IconNameRole) {
        const bool isDeclared = row(index.row()).decl != nullptr;
        return isDeclared ? QStringLiteral("undo") : QStringLiteral("close-small");
    }
    if (index.isValid() && index.column() == Value && role == Qt::EditRole) {
        return row(index.row()).isMixed
                   ? QString()
                   : booleanText(row(index.row()),
                                 shownText(row(index.row()), row(index.row()).value));
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
    if (value.toString() != index.data(Qt::EditRole).toString()
        && problemOf(index.row(), value.toString()).isEmpty()) {
        Q_EMIT editRequested(toQString(changed.name), value.toString());
    }
    return true;
}

QStringList AttributeModel::choicesOf(const AttributeRow &row)
{
    if (row.decl == nullptr) {
        return {};
    }
    const auto inDialect = [&row](std::string_view text) {
        return row.isLightNet ? u'"' + toQString(text) + u'"' : toQString(text);
    };
    QStringList choices;
    if (row.decl->kind == AttrKind::Boolean) {
        choices = row.isLightNet ? QStringList{QStringLiteral("true"), QStringLiteral("false")}
                                 : QStringList{QStringLiteral("True"), QStringLiteral("False")};
    } else if (row.decl->kind == AttrKind::Choice) {
        for (const std::string &choice : row.decl->choices) {
            choices.append(inDialect(choice));
        }
    } else if (row.decl->kind == AttrKind::ElementType) {
        // NNVM has no booleans.
        const DType last = row.isLightNet ? DType::Bool : DType::UInt64;
        for (int code = 0; code <= dtypeCode(last); ++code) {
            const auto type = static_cast<DType>(code);
            choices.append(toQString(row.isLightNet ? LightNetAttrText::print(type)
                                                    : NnvmAttrText::print(type)));
        }
    }
    return choices;
}

QString attrTypeText(const AttrDecl &decl)
{
    const QString kind = attrKindName(decl.kind);
    const auto number = [](double value) { return QString::number(value, 'g', 10); };
    if (decl.minimum && decl.maximum) {
        return QStringLiteral("%1 %2…%3").arg(kind, number(*decl.minimum), number(*decl.maximum));
    }
    if (decl.minimum) {
        return QStringLiteral("%1 ≥ %2").arg(kind, number(*decl.minimum));
    }
    return decl.maximum ? QStringLiteral("%1 ≤ %2").arg(kind, number(*decl.maximum)) : kind;
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
