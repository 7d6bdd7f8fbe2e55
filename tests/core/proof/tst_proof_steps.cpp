// SPDX-License-Identifier: Apache-2.0
#include "core/proof/proof_steps.h"

#include "core/frontends/models/models.h"
#include "core/graph/difference/change_details.h"
#include "tests/core/proof/planted_faults.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

using namespace nervure;
using namespace nervure::tests;

class TstProofSteps : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();

private Q_SLOTS:
    /// Over the simplified graph the folded convolution came from the one of the model.
    void aPassThatFailsIsTheLastStep()
    {
        ExecutionRequest request;
        request.graph = faultyNetwork(m_builtins.ops);
        const PassEnvironment environment{m_builtins.passes, m_builtins.ops};
        const auto steps = stepsOfPasses(request, {{"InferShape"}, {"Infer"}, {"InferType"}},
                                         environment, m_builtins);
        QVERIFY(steps.ok());
        QVERIFY(!steps->steps.front().failure && steps->steps.back().failure.has_value());
        QVERIFY(steps->start.graph.values.count("fc_weight") == 1);
    }

    void foldersWithoutFilesAreNoSteps()
    {
        Diagnostics ignored;
        NERVURE_VERIFY_ERROR(stepsOfFiles(ExecutionRequest(), {}, m_builtins, ignored),
                             "steps-folder", "no files");
    }
};

NERVURE_TEST(TstProofSteps)
#include "tst_proof_steps.moc"
