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
    void originsAreFollowedOverGraphsInBetween()
    {
        const PassEnvironment environment{m_builtins.passes, m_builtins.ops};
        const PassRun run = runPasses(models::buildMobilenet(m_builtins.ops).value(),
                                      *parsePipeline("Compile{opt_level=3}"), environment);
        const auto at = [&run](std::string_view name) {
            const auto step = std::find_if(run.steps.begin(), run.steps.end(),
                                           [&](const PassResult &one) { return one.name == name; });
            return std::size_t(step - run.steps.begin());
        };
        const std::size_t simplified = at("SimplifyInference");
        const std::size_t folded = at("FoldScaleAxis");
        QVERIFY(folded < run.steps.size());
        const Graph &first = *run.steps[simplified - 1].graph;
        const Graph &second = *run.steps[folded - 1].graph;
        const Graph &third = *run.steps[folded].graph;
        const Provenance whole = composed(first, run.steps[simplified].provenance, second,
                                          run.steps[folded].provenance, third);
        const NodeComparison comparison(first, third, &whole);
        for (const NodeId id : third.nodes()) {
            const std::optional<NodeId> old = first.findByName(third.node(id).name);
            if (third.node(id).op == "conv2d") {
                QVERIFY(old.has_value());
                QCOMPARE(comparison.stillIs(id), *old);
            } else if (third.node(id).name == "conv_block_1_bn_out") {
                QVERIFY(comparison.follows(*first.findByName("conv_block_1_bn"), id));
                QCOMPARE(comparison.stillIs(id), NodeId());
            }
        }
        QVERIFY(third.findByName("conv_block_1_bn_out").has_value());
    }

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
        const auto none = [](const std::filesystem::path &) -> Result<ExecutionRequest> {
            return ExecutionRequest();
        };
        NERVURE_VERIFY_ERROR(stepsOfFiles({}, none, m_builtins), "steps-folder", "no files");
    }
};

NERVURE_TEST(TstProofSteps)
#include "tst_proof_steps.moc"
