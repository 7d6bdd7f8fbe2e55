// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proof/bisection.h"
#include "core/proof/comparison_json.h"
#include "widgets/document/graph_document.h"
#include "widgets/models/table_model.h"

#include <QString>

#include <functional>

namespace nervure {

/// What was found out about a step, as a person reads it.
[[nodiscard]] QString verdictWords(ProofVerdict verdict);
/// An error with three digits.
[[nodiscard]] QString formatError(double error);

/// A step of a proof; `number` is the document's, 0 where it has none.
struct ProofLine {
    int number = 0;
    ProvedStep step;
    bool isFirst = false; ///< that differs
};

/// The steps of a proof and their greatest errors.
class ProofStepModel : public TableModel<ProofLine> {
    Q_OBJECT

public:
    enum Columns { Number, Name, Verdict, Relative, Ulps, Absolute, Values, Remark };

    explicit ProofStepModel(QObject *parent = nullptr);

    /// `number` gives the document's of a step of the proof.
    void setProof(const Bisection &proof, const std::function<int(std::size_t)> &number);
};

/// A value that was compared, and the node of the step that computes it.
struct ProvedValueRow {
    ComparedValue value;
    NodeId node;
    bool isFirst = false;    ///< a difference begins here (ComparedValue::isOrigin)
    bool isMadeGood = false; ///< it differs on purpose: what reads it makes up for it
};

/// The values of one step, in the order in which it computes them.
class ProvedValueModel : public TableModel<ProvedValueRow> {
    Q_OBJECT

public:
    enum Columns { Name, Relative, Ulps, Absolute, Verdict, Operator, ShapeColumn };

    explicit ProvedValueModel(QObject *parent = nullptr);

    /// `step` is that of the document which the values are of.
    void setValues(const Bisection &proof, std::size_t step, const PassStep &documentStep);
    /// Results first, as the command line has them. `shown` is the graph that rows lead to: the second model's,
    /// or else the first's.
    void setComparison(const ToldComparison &comparison, const ModelStage &shown, bool isSecond);

protected:
    [[nodiscard]] NodeId nodeOf(const ProvedValueRow &row) const override { return row.node; }
};

} // namespace nervure
