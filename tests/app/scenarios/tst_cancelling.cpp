// SPDX-License-Identifier: Apache-2.0
// A large file is given up while it opens: the window is free again at once.
#include "core/builtins.h"
#include "core/support/file.h"
#include "tests/app/window_fixture.h"
#include "tests/support/graph_families.h"
#include "tests/support/test_class.h"

#include <QElapsedTimer>
#include <QToolButton>

using namespace nervure;
using namespace nervure::tests;

class TstCanceling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void openingCanBeGivenUpAtAnyMoment_data();
    void openingCanBeGivenUpAtAnyMoment();

private:
    [[nodiscard]] QString file() const { return m_folder.filePath(QStringLiteral("large.json")); }

    QTemporaryDir m_folder;
};

namespace {

#ifdef NDEBUG
constexpr std::size_t operators = 100000;
constexpr qint64 longestMs = 500;
#else
constexpr std::size_t operators = 5000;
constexpr qint64 longestMs = 1500;
#endif

} // namespace

void TstCanceling::initTestCase()
{
    const Builtins builtins = makeBuiltins();
    const Result<Graph> graph = findGraphFamily("lstm")->make(builtins.ops, operators);
    QVERIFY(graph.ok());
    Diagnostics diagnostics;
    const Result<std::string> text = builtins.formats.find("nnvm")->write(
        *graph, {builtins.ops, Semantics::Exact, {}}, diagnostics);
    QVERIFY(text.ok() && writeFile(file().toStdString(), *text).ok());
}

void TstCanceling::openingCanBeGivenUpAtAnyMoment_data()
{
    QTest::addColumn<int>("after");
    for (const int after : {0, 30, 100, 250, 500, 800, 1200}) {
        QTest::addRow("after %d ms", after) << after;
    }
}

/// With the button in the status bar, as often as there is a job. Then a small file opens as ever.
void TstCanceling::openingCanBeGivenUpAtAnyMoment()
{
    QFETCH(int, after);
    WindowFixture fixture;
    MainWindow *window = fixture.composition.windows().open(file());
    JobRunner &jobs = window->session().jobs;
    auto *stop = find<QToolButton>(window, "status-stop");
    QVERIFY(stop != nullptr);
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < after) {
        QCoreApplication::processEvents();
    }
    clock.start();
    while (!jobs.jobs().isEmpty()) {
        QVERIFY(stop->isVisible());
        QTest::mouseClick(stop, Qt::LeftButton);
    }
    QCoreApplication::processEvents();
    const qint64 taken = clock.elapsed();
    QVERIFY2(taken <= longestMs, QByteArray::number(taken));
    QVERIFY(fixture.open(fixture.sample(QStringLiteral("resnet18.json"))) != nullptr);
}

NERVURE_GUI_TEST(TstCanceling)
#include "tst_cancelling.moc"
