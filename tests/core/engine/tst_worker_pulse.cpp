// SPDX-License-Identifier: Apache-2.0
#include "core/engine/worker_pulse.h"

#include "tests/support/test_class.h"

#include <QTest>

#include <array>
#include <mutex>
#include <thread>
#include <unistd.h>

using namespace nervure;

/// What a worker says of a job meanwhile, as whoever reads it gets it.
class TstWorkerPulse : public QObject {
    Q_OBJECT

private:
    /// What was written so far; read by one thread, asked by another.
    class Lines {
    public:
        void add(WorkerAnswer answer)
        {
            const std::lock_guard lock(m_mutex);
            m_all.push_back(std::move(answer));
        }
        std::vector<WorkerAnswer> all() const
        {
            const std::lock_guard lock(m_mutex);
            return m_all;
        }

    private:
        mutable std::mutex m_mutex;
        std::vector<WorkerAnswer> m_all;
    };

    /// All lines that were written until the pulse was gone.
    template <typename Work>
    static std::vector<WorkerAnswer> linesOf(Work work)
    {
        std::array<int, 2> ends{-1, -1};
        if (::pipe(ends.data()) != 0) {
            return {};
        }
        Lines lines;
        std::thread reader([&] {
            WorkerInput input(ends[0]);
            while (const auto line = input.readLine()) {
                if (auto answer = readWorkerAnswer(*line)) {
                    lines.add(std::move(*answer));
                }
            }
        });
        WorkerOutput output(ends[1]);
        {
            WorkerPulse pulse(output, 7);
            work(pulse, lines);
        }
        ::close(ends[1]);
        reader.join();
        ::close(ends[0]);
        return lines.all();
    }
    static std::vector<WorkerBeat> beatsIn(const std::vector<WorkerAnswer> &lines)
    {
        std::vector<WorkerBeat> found;
        for (const WorkerAnswer &line : lines) {
            if (const auto *beat = std::get_if<WorkerBeat>(&line.content)) {
                found.push_back(*beat);
            }
        }
        return found;
    }
    static std::vector<WorkerProgress> progressIn(const std::vector<WorkerAnswer> &lines)
    {
        std::vector<WorkerProgress> found;
        for (const WorkerAnswer &line : lines) {
            if (const auto *progress = std::get_if<WorkerProgress>(&line.content)) {
                found.push_back(*progress);
            }
        }
        return found;
    }

private Q_SLOTS:
    void progressComesAtMostTenTimesASecond()
    {
        using Clock = std::chrono::steady_clock;
        const Clock::time_point start = Clock::now();
        const auto since = [start] { return std::chrono::duration<double>(Clock::now() - start); };
        const auto lines = linesOf([&](WorkerPulse &pulse, const Lines &) {
            for (std::size_t i = 0; since().count() < 1.5; ++i) {
                pulse.tellRuns({i, 3000, 1});
                pulse.tell(since().count() / 2, i % 2 == 0 ? "compiling" : "measuring");
            }
        });
        const auto progress = progressIn(lines);
        QVERIFY(progress.size() >= 5);
        QVERIFY2(static_cast<double>(progress.size()) <= 3 + 7 * since().count() + 1,
                 qPrintable(QString::number(progress.size())));
    }

    void shortStagesAreTold()
    {
        const auto progress = progressIn(linesOf([](WorkerPulse &pulse, const Lines &) {
            pulse.tell(-1, "compiling");
            pulse.tell(-1, "preparing");
            pulse.tell(0.5, "measuring");
            pulse.tell(0.6, "measuring");
        }));
        QCOMPARE(progress.size(), std::size_t{3});
        QCOMPARE(progress.front().stage, std::string("compiling"));
    }

    void theProcessSaysThatItLives()
    {
        const auto lines = linesOf([](WorkerPulse &pulse, const Lines &sofar) {
            pulse.tell(0.5, "measuring");
            QVERIFY(QTest::qWaitFor([&] { return beatsIn(sofar.all()).size() >= 3; }, 30'000));
        });
        for (const WorkerAnswer &line : lines) {
            QCOMPARE(line.id, std::optional<std::uint64_t>(7));
        }
        const auto beats = beatsIn(lines);
        QVERIFY(beats.size() >= 3);
        QVERIFY(beats.back().memoryBytes > 0);
        QVERIFY(beats.back().peakBytes > 0);
        QVERIFY(beats.back().processorMs > 0);
        QVERIFY(beats.back().silenceMs >= 1500);
        QCOMPARE(progressIn(lines).size(), std::size_t{1});
    }

    void whatWasSaidTooSoonFollows()
    {
        const auto progress = progressIn(linesOf([](WorkerPulse &pulse, const Lines &sofar) {
            pulse.tell(0.1, "measuring");
            pulse.tell(0.9, "measuring");
            QVERIFY(QTest::qWaitFor([&] { return progressIn(sofar.all()).size() >= 2; }, 30'000));
        }));
        QCOMPARE(progress.size(), std::size_t{2});
        QCOMPARE(progress.back().fraction, 0.9);
    }
};

NERVURE_TEST(TstWorkerPulse)
#include "tst_worker_pulse.moc"
