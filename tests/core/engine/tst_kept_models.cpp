// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kept_models.h"

#include "core/engine/prepared_model.h"
#include "core/engine/worker_request.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

/// Holds so many bytes and does nothing.
class IdlePlan : public PreparedPlan {
public:
    explicit IdlePlan(std::int64_t bytes) { m_record.bytes = bytes; }
    [[nodiscard]] const PrepareRecord &prepared() const override { return m_record; }
    Result<RunOutcome> run(const TensorMap &, RunMode, const JobControl &) override
    {
        return RunOutcome();
    }

private:
    PrepareRecord m_record;
};

std::shared_ptr<PreparedModel> modelOf(std::int64_t bytes)
{
    auto model = std::make_shared<PreparedModel>();
    model->device.globalBytes = 1000;
    model->prepared = std::make_unique<IdlePlan>(bytes);
    return model;
}

} // namespace

class TstKeptModels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void thoseUsedLastAreKept();
    void nobodyKeepsAllOfTheMemory();
    void keysTellPreparationsApart();
};

void TstKeptModels::thoseUsedLastAreKept()
{
    KeptModels kept;
    for (const char *key : {"a", "b", "c", "d"}) {
        kept.keep(key, modelOf(1));
    }
    QVERIFY(kept.find("a") != nullptr);
    kept.keep("e", modelOf(1));
    QVERIFY(kept.find("b") == nullptr);
    QVERIFY(kept.find("a") != nullptr);
    QVERIFY(kept.find("e") != nullptr);
    kept.clear();
    QVERIFY(kept.find("e") == nullptr);
}

void TstKeptModels::nobodyKeepsAllOfTheMemory()
{
    KeptModels kept;
    kept.keep("small", modelOf(100));
    kept.keep("other", modelOf(100));
    QVERIFY(kept.find("small") != nullptr);
    kept.keep("huge", modelOf(900)); // alone it stays, whatever it holds
    QVERIFY(kept.find("small") == nullptr);
    QVERIFY(kept.find("huge") != nullptr);
}

void TstKeptModels::keysTellPreparationsApart()
{
    WorkerRequest request;
    request.model = "{}";
    request.execution.values["x"] = Tensor::ofFloats({2}, std::vector<float>{1, 2});
    const std::string key = preparationKey(request);
    WorkerRequest more = request;
    more.id = 7;
    more.execution.repeat = 99;
    more.execution.mode = RunMode::Pipelined;
    QCOMPARE(preparationKey(more), key);
    WorkerRequest wider = request;
    wider.execution.facts.shapes["x"] = {3};
    QVERIFY(preparationKey(wider) != key);
    WorkerRequest elsewhere = request;
    elsewhere.execution.device = "reference";
    QVERIFY(preparationKey(elsewhere) != key);
    WorkerRequest otherwise = request;
    otherwise.execution.values["x"] = Tensor::ofFloats({2}, std::vector<float>{1, 3});
    QVERIFY(preparationKey(otherwise) != key);
    WorkerRequest renewed = request;
    renewed.model = "{} ";
    QVERIFY(preparationKey(renewed) != key);
}

NERVURE_TEST(TstKeptModels)
#include "tst_kept_models.moc"
