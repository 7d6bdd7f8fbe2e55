// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/tensor_type.h"
#include "core/graph/value/dimension.h"
#include "widgets/document/own_nodes.h"
#include "widgets/models/table_model.h"

#include <QStringList>

namespace nervure {

class GraphDocument;

/// A variable of the graph that is an input (not a parameter), with what is known about it; or the name of
/// a dimension of such inputs, which a number can be given to.
struct InputRow {
    OwnNodeId node;
    NodeId shown; ///< what stands for it in the stage that is shown
    QString name;
    Shape shape{};
    DType dtype = DType::Unknown;
    bool isShapeGiven = false; ///< by the user, not by the file
    QString shapeText{};       ///< as people read it, also with names of dimensions; empty: unknown
    bool isDimension = false;  ///< `shape` holds its number; empty: none is given
};

/// Whether somebody has to say what shape the input has; dimensions with names are enough.
[[nodiscard]] bool isShapeMissing(const InputRow &row);

/// The inputs of a document; shape and type can be edited and become its input facts.
class InputModel : public TableModel<InputRow> {
    Q_OBJECT

public:
    enum Columns { Name, ShapeColumn, Type };

    explicit InputModel(QObject *parent = nullptr);

    void setDocument(const GraphDocument &document);
    [[nodiscard]] bool isMissingShapes() const;

    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;

    /// Names of the element types one may choose.
    [[nodiscard]] static QStringList typeNames();

Q_SIGNALS:
    /// A shape without a rank, or an unknown type, takes back what was given.
    void shapeGiven(const QString &input, const nervure::Shape &shape);
    /// Sizes that have names or are unknown, of a model that has such.
    void sizesGiven(const QString &input, const nervure::Dimensions &sizes);
    void typeGiven(const QString &input, nervure::DType dtype);
    /// The text is no shape.
    void refused(const QString &message);

protected:
    [[nodiscard]] NodeId nodeOf(const InputRow &row) const override { return row.shown; }

private:
    bool m_hasNames = false; ///< dimensions of the model's inputs may have names
};

/// The inputs of the document's graph, variables that are not parameters, and the names of their
/// dimensions.
[[nodiscard]] std::vector<InputRow> inputsOf(const GraphDocument &document);

/// Whether the file has the shapes of its values, as graphs of TVM's runtime and steps of passes do:
/// then nobody has to be asked before the passes have had a look at them.
[[nodiscard]] bool bringsShapes(const GraphDocument &document);

/// Puts what a person said about an input into the document's facts.
void giveShape(GraphDocument &document, const QString &input, const Shape &shape);
/// Sizes with names or unknown ones, for a model that has such.
void giveSizes(GraphDocument &document, const QString &input, const Dimensions &sizes);
void giveType(GraphDocument &document, const QString &input, DType dtype);

} // namespace nervure
