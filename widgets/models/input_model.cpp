// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/input_model.h"

#include "core/builtins.h"
#include "core/graph/analysis/analyses.h"
#include "core/graph/analysis/onnx_inference.h"
#include "core/graph/analysis/parameters.h"
#include "core/graph/edits/type_edits.h"
#include "core/graph/op/attr_field.h"
#include "widgets/document/graph_document.h"
#include "widgets/text/format.h"

#include <algorithm>

namespace nervure {

namespace {

/// What is known about an input: what the user said, what was inferred, what the file says.
InputRow rowOf(const GraphDocument &document, NodeId id)
{
    const Node &node = document.graph().node(id);
    const OwnNodeId own{id.value};
    InputRow row{own, document.ownNodes()->shown(own), toQString(node.name)};
    const EntryFacts facts = document.factsOf(own);
    row.shapeText = facts.shapeText;
    const InputFacts &given = document.inputFacts();
    if (const auto it = given.shapes.find(node.name); it != given.shapes.end()) {
        row.shape = it->second;
        row.isShapeGiven = true;
    } else if (const auto sizes = given.sizes.find(node.name); sizes != given.sizes.end()) {
        row.shapeText = toQString(dimensionsLabel(sizes->second));
        row.isShapeGiven = true;
    } else if (!isUnknown(facts.shape)) {
        row.shape = facts.shape;
    } else if (const std::string *text = node.attrs.find("__shape__")) {
        row.shape = parseShape(toQString(*text)).value_or(Shape{});
    } else if (const std::string *plain = node.attrs.find("shape")) {
        row.shape = parseShape(toQString(*plain)).value_or(Shape{});
    }
    if (const auto it = given.dtypes.find(node.name); it != given.dtypes.end()) {
        row.dtype = it->second;
    } else {
        row.dtype = facts.dtype == DType::Unknown ? given.defaultType : facts.dtype;
    }
    return row;
}

void addDimensions(const GraphDocument &document, std::vector<InputRow> &rows)
{
    if (!hasValueTypes(document.graph().dialect())) {
        return;
    }
    const auto &given = document.inputFacts().shapes;
    for (const std::string &name : dimensionNames(document.graph())) {
        InputRow row{{}, {}, toQString(name)};
        row.isDimension = true;
        if (const auto it = given.find(name); it != given.end()) {
            row.shape = it->second;
            row.isShapeGiven = true;
        }
        rows.push_back(std::move(row));
    }
}

QString inputNameText(const InputRow &row)
{
    return row.isDimension ? InputModel::tr("%1 (dimension)").arg(row.name) : row.name;
}

QString inputShapeText(const InputRow &row)
{
    if (row.isDimension) {
        return row.shape.hasRank() ? formatShape(row.shape) : InputModel::tr("any");
    }
    if ((!row.isShapeGiven || !row.shape.hasRank()) && !row.shapeText.isEmpty()) {
        return row.shapeText;
    }
    return isUnknown(row.shape) ? InputModel::tr("unknown") : formatShape(row.shape);
}

QString inputShapeToolTip(const InputRow &row)
{
    if (row.isShapeGiven) {
        return InputModel::tr("Set by you; clear it to take it back");
    }
    return row.isDimension ? InputModel::tr("Double-click to give the dimension a number")
                           : InputModel::tr("Double-click to set a shape, such as 1,3,224,224");
}

QString inputTypeText(const InputRow &row)
{
    if (row.isDimension) {
        return {};
    }
    return row.dtype == DType::Unknown ? InputModel::tr("unknown")
                                       : toQString(dtypeName(row.dtype));
}

} // namespace

bool isShapeMissing(const InputRow &row)
{
    return !row.isDimension && isUnknown(row.shape) && row.shapeText.isEmpty();
}

std::vector<InputRow> inputsOf(const GraphDocument &document)
{
    std::vector<InputRow> rows;
    for (const NodeId id : document.statistics().inputs) {
        rows.push_back(rowOf(document, id));
    }
    addDimensions(document, rows);
    return rows;
}

bool bringsShapes(const GraphDocument &document)
{
    const std::vector<GraphAttr> &attrs = document.graph().attrs();
    return std::any_of(attrs.begin(), attrs.end(), [](const GraphAttr &attr) {
        return attr.name == keys::shape.name && attr.tag == "list_shape";
    });
}

void giveShape(GraphDocument &document, const QString &input, const Shape &shape)
{
    InputFacts facts = document.inputFacts();
    facts.sizes.erase(input.toStdString());
    if (!shape.hasRank()) {
        facts.shapes.erase(input.toStdString());
    } else {
        facts.shapes[input.toStdString()] = shape;
    }
    document.setInputFacts(std::move(facts));
}

void giveSizes(GraphDocument &document, const QString &input, const Dimensions &sizes)
{
    const bool isNamed = std::any_of(sizes.begin(), sizes.end(), [](const Dimension &size) {
        return !size.isNumber() && !size.isUnknown();
    });
    if (!isNamed) {
        Shape shape = Shape::scalar();
        for (const Dimension &size : sizes) {
            shape.push_back(size.number().value_or(unknownSize));
        }
        giveShape(document, input, shape);
        return;
    }
    InputFacts facts = document.inputFacts();
    facts.shapes.erase(input.toStdString());
    facts.sizes[input.toStdString()] = sizes;
    document.setInputFacts(std::move(facts));
}

void giveType(GraphDocument &document, const QString &input, DType dtype)
{
    InputFacts facts = document.inputFacts();
    if (dtype == DType::Unknown) {
        facts.dtypes.erase(input.toStdString());
    } else {
        facts.dtypes[input.toStdString()] = dtype;
    }
    document.setInputFacts(std::move(facts));
}

InputModel::InputModel(QObject *parent) : TableModel(parent)
{
    using Row = InputRow;
    setColumns({
        Column<Row>(tr("Input"), inputNameText),
        Column<Row>(tr("Shape"), inputShapeText)
            .code()
            .toolTip(inputShapeToolTip)
            .icon([](const Row &row) {
                return isShapeMissing(row) ? QVariant(QStringLiteral("warning")) : QVariant();
            }),
        Column<Row>(tr("Type"), inputTypeText).code(),
    });
}

void InputModel::setDocument(const GraphDocument &document)
{
    m_hasNames = hasValueTypes(document.graph().dialect());
    setRows(inputsOf(document));
}

bool InputModel::isMissingShapes() const
{
    return std::any_of(rows().begin(), rows().end(), isShapeMissing);
}

Qt::ItemFlags InputModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = TableModel::flags(index);
    const bool isTypeOfDimension =
        index.isValid() && index.column() == Type && row(index.row()).isDimension;
    return index.isValid() && index.column() != Name && !isTypeOfDimension
               ? flags | Qt::ItemIsEditable
               : flags;
}

QVariant InputModel::data(const QModelIndex &index, int role) const
{
    if (index.isValid() && index.column() == Type && role == ChoicesRole) {
        return typeNames();
    }
    if (index.isValid() && index.column() == ShapeColumn && role == Qt::EditRole) {
        const InputRow &edited = row(index.row());
        return edited.shape.hasRank() ? formatShape(edited.shape) : edited.shapeText;
    }
    return TableModel::data(index, role);
}

bool InputModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || !index.isValid() || index.column() == Name) {
        return false;
    }
    const InputRow changed = row(index.row());
    const QString text = value.toString().trimmed();
    if (index.column() == Type) {
        Q_EMIT typeGiven(changed.name, dtypeFromName(text.toStdString()).value_or(DType::Unknown));
        return true;
    }
    const std::optional<Shape> shape = text.isEmpty() ? Shape{} : parseShape(text);
    const auto sizes = dimensionsTyped(text.toStdString());
    const bool takesNames = m_hasNames && !changed.isDimension;
    if (!shape && sizes && !sizes->empty() && takesNames) {
        if (text != changed.shapeText) {
            Q_EMIT sizesGiven(changed.name, *sizes);
        }
        return true;
    }
    if (!shape) {
        Q_EMIT refused(tr("%1 is not a shape for %2; expected dimensions such as 1,3,224,224.")
                           .arg(text, changed.name));
        return false;
    }
    if (*shape != changed.shape) {
        Q_EMIT shapeGiven(changed.name, *shape);
    }
    return true;
}

QStringList InputModel::typeNames()
{
    QStringList names;
    for (int code = 0; code <= dtypeCode(DType::Bool); ++code) {
        names.append(toQString(dtypeName(static_cast<DType>(code))));
    }
    return names;
}

} // namespace nervure
