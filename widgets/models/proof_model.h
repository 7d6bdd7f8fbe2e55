// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proof/bisection.h"
#include "widgets/document/graph_document.h"
#include "widgets/models/table_model.h"

#include <QString>

namespace nervure {

/// What was found out about a step, as a person reads it.
[[nodiscard]] QString verdictWords(ProofVerdict verdict);
/// An error with three digits.
[[nodiscard]] QString formatError(double error);
/// The first step and value that differ, or that there is none, and who makes what is no number.
[[nodiscard]] QString proofSummary(const Bisection &proof);

/// A step of a proof; `number` is the document's.
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

    /// `firstNumber` is that of the first step.
    void setProof(const Bisection &proof, int firstNumber);
};

/// A value that was compared, and the node of the step that computes it.
struct ProvedValueRow {
    ComparedValue value;
    NodeId node;
    bool isFirst = false;    ///< that differs and is to blame
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

protected:
    [[nodiscard]] NodeId nodeOf(const ProvedValueRow &row) const override { return row.node; }
};

} // namespace nervure
