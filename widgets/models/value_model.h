// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/graph/semantics.h"
#include "core/graph/tensor_type.h"
#include "widgets/models/table_model.h"

#include <functional>

namespace nervure {

class GraphDocument;
class OpRegistry;
struct EntryFacts;

/// A graph whose values are shown, and what is known of them. All must outlive it.
struct ValueContext {
    const Graph &graph;
    const OpRegistry &ops;
    Semantics semantics;
    std::function<EntryFacts(const Entry &)> factsOf;
};

/// One input or output of a node: the value there and what is known about it.
struct ValueRow {
    QString role;  ///< the operator's word: "data", "weight", "output"
    QString value; ///< "conv0", "batch_norm0[1]"
    QString shape; ///< empty: unknown
    QString type;
    std::optional<std::int64_t> storageId;
    std::optional<std::int64_t> inplaceIndex;
    NodeId node; ///< where the link leads: the producer of an input, a consumer of an output
    bool isDeclared = false; ///< some of shape and type is known only because the file declares it
};

/// "conv0", "batch_norm0[1]"; a word for a value of a node that is not there.
[[nodiscard]] QString valueName(const Graph &graph, const Entry &entry);

/// What a value is called where it is spoken of by itself: by its own name where the file has one, as
/// ONNX's values, else as above.
[[nodiscard]] QString valueTitle(const Graph &graph, const Entry &entry);

/// The inputs, or the outputs with their readers, of one node.
class ValueModel : public TableModel<ValueRow> {
    Q_OBJECT

public:
    enum Columns { Role, Value, ShapeColumn, Type, Storage };

    explicit ValueModel(QObject *parent = nullptr);

    void setInputs(const ValueContext &known, NodeId node);
    /// A row for each reader of each output, or one for an output that nothing reads.
    void setOutputs(const ValueContext &known, NodeId node);
    /// A row for each input that reads the value; the role is the reader's word for it.
    void setReaders(const ValueContext &known, const Entry &value);
    /// The same of the stage that the document shows.
    void setInputs(const GraphDocument &document, NodeId node);
    void setOutputs(const GraphDocument &document, NodeId node);
    void setReaders(const GraphDocument &document, const Entry &value);

protected:
    [[nodiscard]] NodeId nodeOf(const ValueRow &row) const override { return row.node; }
};

} // namespace nervure
