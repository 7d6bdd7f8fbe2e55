// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/report.h"

#include "tests/conformance/task_list.h"
#include "tests/support/test_class.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <chrono>
#include <sstream>
#include <stdexcept>

using namespace nervure::conformance;

class TstReport : public QObject {
    Q_OBJECT
private:
    static std::string printed(const Summary &summary)
    {
        std::ostringstream out;
        summary.print(out);
        return out.str();
    }
    static Task task(std::string file, std::function<void(FileReport &)> run)
    {
        return {std::move(file), 0, std::move(run)};
    }

private Q_SLOTS:
    void lastLineCountsTheChecks()
    {
        FileReport file("a");
        file.add("shape", agrees());
        file.add("dtype", differs("found 1, expected 2"));
        file.add("plan", skipped("no plan recorded"));
        Summary summary;
        summary.add(file);
        const std::string text = printed(summary);
        QVERIFY(text.ends_with("\n1 passed, 1 failed, 1 skipped\n"));
        QVERIFY(text.find("FAIL a: dtype: found 1, expected 2\n") != std::string::npos);
        QVERIFY(text.find("SKIP a: plan: no plan recorded\n") != std::string::npos);
    }

    void everyFindingTakesOneLine()
    {
        FileReport file("a\nb");
        file.add("s", differs("line 1\nline 2\r\nline 3"));
        Summary summary;
        summary.add(file);
        QVERIFY(printed(summary).starts_with("FAIL a b: s: line 1 line 2  line 3\n"));
    }

    void jsonHoldsTheSame()
    {
        FileReport file("a");
        file.add("numeric", agrees(3));
        file.add("numeric", differs("x"));
        file.add("opt3_llvm", skipped("y"));
        Summary summary;
        summary.add(file);
        const auto json = summary.toJson();
        QCOMPARE(json["passed"].get<int>(), 1);
        QCOMPARE(json["failed"].get<int>(), 1);
        QCOMPARE(json["skipped"].get<int>(), 1);
        QCOMPARE(json["failures"][0]["difference"].get<std::string>(), std::string("x"));
        QCOMPARE(json["skips"][0]["section"].get<std::string>(), std::string("opt3_llvm"));
        QCOMPARE(json["sections"][0]["excused"].get<int>(), 3);
    }

    void exceptionFailsItsCheckAlone()
    {
        FileReport file("a");
        file.check("one", []() -> Finding { throw std::runtime_error("no such key"); });
        file.check("two", [] { return agrees(); });
        QCOMPARE(file.checks().size(), std::size_t{2});
        QVERIFY(file.checks()[0].finding.kind == Finding::Kind::Differs);
        QVERIFY(file.checks()[0].finding.text.find("no such key") != std::string::npos);
        QVERIFY(file.checks()[1].finding.kind == Finding::Kind::Agrees);
    }

    void exceptionFailsItsFileAlone()
    {
        const std::vector<Task> tasks{
            task("a", [](FileReport &) { throw std::runtime_error("broken"); }),
            task("b", [](FileReport &report) { report.add("s", agrees()); })};
        const auto reports = runTasks(tasks, {2, 10});
        QCOMPARE(reports.size(), std::size_t{2});
        QVERIFY(reports[0].checks().at(0).finding.kind == Finding::Kind::Differs);
        QVERIFY(reports[1].checks().at(0).finding.kind == Finding::Kind::Agrees);
    }

    void reportsKeepTheOrderOfTheTasks()
    {
        std::vector<Task> tasks;
        for (int i = 0; i < 50; ++i) {
            Task one =
                task(std::to_string(i), [](FileReport &report) { report.add("thread", agrees()); });
            one.bytes = static_cast<std::uintmax_t>(i * 7 % 50);
            tasks.push_back(std::move(one));
        }
        const auto reports = runTasks(tasks, {4, 10});
        for (std::size_t i = 0; i < reports.size(); ++i) {
            QCOMPARE(reports[i].file(), std::to_string(i));
            QCOMPARE(reports[i].checks().size(), std::size_t{1});
        }
    }

    void slowFileFails()
    {
        const std::vector<Task> tasks{task("slow", [](FileReport &report) {
            const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
            while (std::chrono::steady_clock::now() < end) {
            }
            report.add("s", agrees());
        })};
        const auto reports = runTasks(tasks, {1, 0.005});
        QCOMPARE(reports[0].checks().size(), std::size_t{2});
        QCOMPARE(reports[0].checks()[1].section, std::string("time"));
        QVERIFY(reports[0].checks()[1].finding.kind == Finding::Kind::Differs);
    }
};

NERVURE_TEST(TstReport)
#include "tst_report.moc"
