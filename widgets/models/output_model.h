// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/graph/tensor_type.h"
#include "widgets/models/table_model.h"

namespace nervure {

class GraphDocument;

/// An output of the graph that is shown, with what is known of its value.
struct OutputRow {
    std::size_t head = 0; ///< its number
    Entry value;
    QString name;
    QString shape;    ///< empty: unknown
    QString type;     ///< likewise
    QString producer; ///< the node that makes it, with the number of its output if that is not 0
    bool canRename = false;
    bool canDeclare = false; ///< shape and type can be said in the file
    bool isDeclared = false; ///< they are known for no other reason
};

/// The outputs of a document in their order; empty where what nothing reads is the output (LightNet).
class OutputModel : public TableModel<OutputRow> {
    Q_OBJECT

public:
    enum Columns { Name, ShapeColumn, Type, Producer };

    explicit OutputModel(QObject *parent = nullptr);

    void setDocument(const GraphDocument &document);

    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    /// A new name or type is only asked for; rows change when the document does.
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;

Q_SIGNALS:
    void renameAsked(const nervure::Entry &value, const QString &name);
    /// An empty text: nothing is to be declared.
    void shapeAsked(const nervure::Entry &value, const QString &shape);
    void typeAsked(const nervure::Entry &value, nervure::DType type);

protected:
    [[nodiscard]] NodeId nodeOf(const OutputRow &row) const override { return row.value.node; }
};

} // namespace nervure
