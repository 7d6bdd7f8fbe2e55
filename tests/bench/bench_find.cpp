// SPDX-License-Identifier: Apache-2.0
// How long the find panel takes to answer, for a query of each kind. Milliseconds (medians): "answer"
// from the key that completes the query until its results are listed, "gap" the longest round of the
// event loop on the way.
//
//     bench_find [OPERATORS]
#include "core/builtins.h"
#include "core/support/heap.h"
#include "tests/support/graph_families.h"
#include "widgets/document/color_sources.h"
#include "widgets/document/graph_document.h"
#include "widgets/document/selection.h"
#include "widgets/jobs/graph_examiner.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/jobs/pass_runner.h"
#include "widgets/jobs/profile_runner.h"
#include "widgets/jobs/proof_runner.h"
#include "widgets/jobs/worker_process.h"
#include "widgets/panels/panel.h"
#include "widgets_panels_builtins.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <vector>

using namespace nervure;

namespace {

constexpr std::size_t rounds = 5;
constexpr int patienceMs = 60000;
/// A frame, and what people take for at once.
constexpr double mostGapMs = 16;
constexpr double mostAnswerMs = 100;

const char *const queries[]{"relu1",
                            "op:conv2d",
                            "op:conv2d & attr.kernel_size:\"(3, 3)\"",
                            "shape~\"1,*,56,56\"",
                            "params>1K",
                            "macs>1M & bytes<1M",
                            "users>1",
                            "name~block & !op:relu",
                            "descendants(op:flatten)",
                            "ancestors(op:dense)"};

double median(std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    return times.empty() ? -1 : times[times.size() / 2];
}

/// A document and the panel, as a window has them.
class Desk {
public:
    Desk(const Builtins &builtins, Graph graph)
        : m_document(builtins),
          m_examiner(m_document, m_jobs),
          m_worker(QString()),
          m_passes(m_document, m_jobs, m_worker),
          m_profiles(m_document, m_jobs, m_worker),
          m_proofs(m_document, m_jobs, m_worker, m_passes, m_profiles)
    {
        registerBuiltinPanels(m_panels);
        m_panel.reset(
            m_panels.find("find")->factory({m_document, m_selection, m_jobs, m_passes, m_worker,
                                            m_profiles, m_proofs, builtins, m_colors}));
        m_panel->resize(480, 900);
        m_panel->show();
        m_document.setContent({std::move(graph), {}, "nnvm", {}, {}});
        InputFacts facts;
        facts.shapes["data"] = {1, 64, 56, 56};
        m_document.setInputFacts(std::move(facts));
        m_passes.runUsual();
    }

    bool settle()
    {
        double gap = 0;
        return wait([this] { return m_jobs.jobs().isEmpty(); }, gap);
    }

    void ask(const char *query)
    {
        auto *line = m_panel->findChild<QLineEdit *>(QStringLiteral("find-query"));
        const auto *count = m_panel->findChild<QLabel *>(QStringLiteral("find-count"));
        std::vector<double> answers;
        std::vector<double> gaps;
        for (std::size_t i = 0; i < rounds; ++i) {
            line->clear();
            double gap = 0;
            wait([count] { return count->text().isEmpty(); }, gap);
            settle();
            QElapsedTimer clock;
            clock.start();
            line->setText(QString::fromLatin1(query));
            gap = 0;
            if (!wait([count] { return !count->text().isEmpty(); }, gap)) {
                break;
            }
            m_panel->repaint();
            answers.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
            gaps.push_back(gap);
        }
        const bool isSlow = median(answers) > mostAnswerMs || median(gaps) > mostGapMs;
        m_isFast = m_isFast && !isSlow;
        std::printf("%-48s %8.1f %8.1f  %s\n", query, median(answers), median(gaps),
                    count->text().toUtf8().constData());
        std::fflush(stdout);
    }

    [[nodiscard]] bool isFast() const { return m_isFast; }

private:
    static bool wait(const std::function<bool()> &isDone, double &gap)
    {
        QElapsedTimer all;
        all.start();
        while (!isDone()) {
            if (all.elapsed() > patienceMs) {
                return false;
            }
            QElapsedTimer round;
            round.start();
            QCoreApplication::processEvents(QEventLoop::AllEvents);
            gap = std::max(gap, static_cast<double>(round.nsecsElapsed()) / 1e6);
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 1);
        }
        return true;
    }

    GraphDocument m_document;
    Selection m_selection;
    ColorSources m_colors;
    JobRunner m_jobs;
    GraphExaminer m_examiner;
    WorkerProcess m_worker;
    PassRunner m_passes;
    ProfileRunner m_profiles;
    ProofRunner m_proofs;
    PanelRegistry m_panels;
    std::unique_ptr<Panel> m_panel;
    bool m_isFast = true;
};

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    keepFreedMemory();
    const std::size_t operators = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 100000;
    const Builtins builtins = makeBuiltins();
    Result<Graph> graph = tests::fittingNetwork(builtins.ops, operators);
    if (!graph) {
        return 1;
    }
    Desk desk(builtins, std::move(*graph));
    desk.settle();
    std::printf("%-48s %8s %8s  %s\n", "query", "answer", "gap", "found");
    for (const char *query : queries) {
        desk.ask(query);
    }
    return desk.isFast() ? 0 : 1;
}
