// SPDX-License-Identifier: Apache-2.0
#include "core/engine/json_members.h"
#include "core/engine/worker_answer.h"
#include "core/engine/worker_request.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

/// What one end of the worker's pipes writes, the other reads.
class TstWorkerMessages : public QObject {
    Q_OBJECT

private:
    static nlohmann::ordered_json lineOf(const std::string &text)
    {
        return nlohmann::ordered_json::parse(text.substr(0, text.find('\n')));
    }

private Q_SLOTS:
    void aRequestIsReadAsItWasWritten()
    {
        WorkerRequest request;
        request.id = 7;
        request.command = "profile";
        request.model = "{the model}";
        request.semantics = Semantics::Fixed;
        ExecutionRequest &execution = request.execution;
        execution.device = "pocl";
        execution.pipeline = "none";
        execution.mode = RunMode::Pipelined;
        execution.isDirectOnly = true;
        execution.computesInHalf = true;
        execution.fallsBack = true;
        execution.warmup = 3;
        execution.repeat = 4;
        execution.seed = 5;
        execution.facts.shapes["x"] = {1, 2};
        execution.facts.dtypes["x"] = DType::Int8;
        execution.facts.dtypes["y"] = DType::Unknown;
        execution.facts.defaultType = DType::Unknown;
        execution.values.insert_or_assign("x", Tensor::zeros(DType::Int8, {1, 2}).value());
        execution.values.insert_or_assign("w", Tensor::zeros(DType::Int8, {1}).value());
        execution.loadedParams = {"w"};
        execution.weights.insert_or_assign("v", Tensor::zeros(DType::Int8, {2}).value());
        execution.isPlanned = true;
        execution.isExpanded = true;
        const std::string text = workerRequestLine(request) + workerRequestBytes(request);
        const auto read = parseWorkerRequest(lineOf(text));
        QVERIFY(read.ok());
        QCOMPARE(read->modelBytes, request.model.size());
        QCOMPARE(text.substr(text.find('\n') + 1), request.model + std::string(5, '\0'));
        std::vector<std::string> following;
        for (const auto &[name, isWeight] : read->followingTensors) {
            following.push_back(isWeight ? "weight " + name : name);
        }
        QCOMPARE(following, (std::vector<std::string>{"w", "x", "weight v"}));
        QVERIFY(read->execution.loadedParams == execution.loadedParams);
        WorkerRequest again = *read;
        again.model = request.model;
        QCOMPARE(workerRequestLine(again) + workerRequestBytes(again), text);
        QCOMPARE(read->semantics, request.semantics);
        QCOMPARE(read->execution.facts.dtypes, execution.facts.dtypes);
        QCOMPARE(read->execution.facts.defaultType, DType::Unknown);
    }

    void whatNeedsNoModelIsShort()
    {
        WorkerRequest request;
        request.id = 1;
        request.command = "devices";
        QCOMPARE(workerRequestLine(request), std::string("{\"id\":1,\"command\":\"devices\"}\n"));
        QCOMPARE(workerCancelText(2), std::string("{\"cancel\":2}\n"));
    }

    void answersAreReadAsTheyWereWritten()
    {
        const auto progress =
            readWorkerAnswer(workerAnswerLine({3, WorkerProgress{0.5, "measuring"}}));
        QVERIFY(progress.has_value());
        QCOMPARE(progress->id.value_or(0), std::uint64_t{3});
        QCOMPARE(std::get<WorkerProgress>(progress->content).stage, std::string("measuring"));

        const Diagnostic error = makeErrorAt("fc", "device-lost", "it is gone");
        const auto failure = readWorkerAnswer(workerAnswerLine(
            {std::nullopt, WorkerFailure{error, {makeWarning("file", "a warning")}}}));
        QVERIFY(failure && !failure->id);
        const auto &read = std::get<WorkerFailure>(failure->content);
        QCOMPARE(read.error.code, error.code);
        QCOMPARE(read.error.where.node, error.where.node);
        QCOMPARE(read.diagnostics.at(0).severity, Severity::Warning);

        WorkerResult result;
        result.devices.resize(1);
        result.devices[0].id = "0.0";
        const auto devices = readWorkerAnswer(workerAnswerLine({4, result}));
        QVERIFY(devices.has_value());
        QCOMPARE(std::get<WorkerResult>(devices->content).devices.at(0).id, std::string("0.0"));
    }

    void whatIsNoAnswerIsNone()
    {
        QVERIFY(!readWorkerAnswer("no JSON"));
        QVERIFY(!readWorkerAnswer("[1]"));
        QCOMPARE(readWorkerAnswer("{}")->id, std::optional<std::uint64_t>());
    }
};

NERVURE_TEST(TstWorkerMessages)
#include "tst_worker_messages.moc"
