// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"
#include "core/graph/semantics.h"
#include "widgets/models/tree_model.h"

namespace nervure {

/// One line of the palette: a category, or an operator in it.
struct PaletteRow {
    QString label;
    QString summary;              ///< one sentence; empty for categories
    const OpSpec *spec = nullptr; ///< null: a category, or a variable
    bool isVariable = false;
};

/// What operators are looked for: words, and the value that they are to read.
struct PaletteQuery {
    Dialect dialect = Dialect::Nnvm;
    std::uint16_t opset = 0; ///< of the document, as opsetOf() tells
    Semantics semantics = Semantics::Exact;
    QString words;         ///< all must stand in name, alias, category or summary; empty: all
    bool hasValue = false; ///< only what reads such a value
    Shape shape;           ///< of the value
    DType type = DType::Unknown;
};

/// The operators that can be added, in their categories; a flat list, best first, while there are
/// words. Dragging one carries its name.
class PaletteModel : public TreeModel<PaletteRow> {
    Q_OBJECT

public:
    enum Columns { Operator };

    explicit PaletteModel(QObject *parent = nullptr);

    void search(const OpRegistry &ops, const PaletteQuery &query);
    /// Number of operators shown.
    [[nodiscard]] int count() const { return m_count; }
    /// The operator's name; "null" for a variable; empty for categories.
    [[nodiscard]] QString operatorAt(const QModelIndex &index) const;

    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    [[nodiscard]] QStringList mimeTypes() const override;
    [[nodiscard]] QMimeData *mimeData(const QModelIndexList &indexes) const override;

private:
    int m_count = 0;
};

/// What a dragged operator is called among the formats of mime data: its name as UTF-8.
inline constexpr const char *operatorMimeType = "application/x-nervure-operator";

/// "Convolution and dense", "Normalization", …: a category as a heading.
[[nodiscard]] QString categoryTitle(OpCategory category);

} // namespace nervure
