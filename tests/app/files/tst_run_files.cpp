// SPDX-License-Identifier: Apache-2.0
#include "app/files/run_files.h"

#include "app/files/document_session.h"
#include "core/engine/profile_import.h"
#include "core/support/file.h"
#include "tests/app/window_fixture.h"
#include "tests/support/test_class.h"

#include <QSignalSpy>

using namespace nervure;
using namespace nervure::tests;

/// Runs as files: written as the command line does, and read from other programs.
class TstRunFiles : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<WindowFixture> m_fixture;
    MainWindow *m_window = nullptr;

    [[nodiscard]] GraphDocument &document() const { return m_window->session().document; }
    [[nodiscard]] QString at(const char *name) const
    {
        return m_fixture->folder.filePath(QString::fromLatin1(name));
    }
    [[nodiscard]] std::string lastName() const
    {
        return document().graph().node(document().graph().heads().front().node).name;
    }
    void keepRun() const
    {
        ProfileReport made;
        made.device.name = "cpu-x";
        made.data.wallMs.median = 3;
        LayerProfile layer;
        layer.node = {document().graph().heads().front().node, lastName()};
        layer.nodes = {layer.node};
        layer.op = "softmax";
        layer.ms.median = 2.5;
        made.data.layers = {layer};
        document().setProfile(std::make_shared<const ProfileReport>(std::move(made)),
                              document().revision());
    }

private Q_SLOTS:
    void init()
    {
        m_fixture = std::make_unique<WindowFixture>();
        m_window = m_fixture->open(m_fixture->sample(QStringLiteral("mlp.json")));
        QVERIFY(m_window != nullptr);
    }
    void cleanup() { m_fixture.reset(); }

    void everyFormatHoldsTheRun_data()
    {
        QTest::addColumn<int>("format");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char *name, RunFiles::Format format, const char *words) {
            QTest::newRow(name) << static_cast<int>(format) << QByteArray(words);
        };
        row("json", RunFiles::Format::Json, "\"layers\"");
        row("csv", RunFiles::Format::Csv, "NODE,softmax,");
        row("markdown", RunFiles::Format::Markdown, "| NODE | softmax |");
        row("trace", RunFiles::Format::Trace, "\"traceEvents\"");
        row("netron", RunFiles::Format::Netron, "netron:attachment");
        row("model explorer", RunFiles::Format::ModelExplorer, "\"results\"");
    }
    void everyFormatHoldsTheRun()
    {
        QFETCH(const int, format);
        QFETCH(QByteArray, words);
        RunFiles files(m_window->session());
        QSignalSpy failures(&files, &RunFiles::failed);
        QVERIFY(!files.save(at("run"), static_cast<RunFiles::Format>(format))); // there is none
        QCOMPARE(failures.count(), 1);
        keepRun();
        QVERIFY(files.save(at("run"), static_cast<RunFiles::Format>(format)));
        const std::string text = nervure::readFile(at("run").toStdString()).value();
        words.replace("NODE", QByteArray::fromStdString(lastName()));
        QVERIFY2(text.find(words.toStdString()) != std::string::npos, text.c_str());
    }

    void whatWasWrittenIsAddedAgain()
    {
        keepRun();
        RunFiles files(m_window->session());
        QVERIFY(files.save(at("run.json"), RunFiles::Format::Json));
        QSignalSpy opened(&files, &RunFiles::opened);
        files.open(at("run.json"));
        QVERIFY(opened.wait());
        QCOMPARE(document().runs().history().runs().size(), std::size_t{2});
        QCOMPARE(document().profile()->data.layers[0].ms.median, 2.5);
    }

    void profilesOfOtherProgramsAreLaidOverTheModel()
    {
        const std::string trace = "[{\"ph\": \"X\", \"dur\": 1500, \"cat\": \"Node\", \"name\": \""
                                  + lastName()
                                  + "_kernel_time\", \"args\": {\"op_name\": \"Softmax\"}}]";
        QVERIFY(writeFile(at("ort.json").toStdString(), trace).ok());
        RunFiles files(m_window->session());
        QSignalSpy opened(&files, &RunFiles::opened);
        files.open(at("ort.json"));
        QVERIFY(opened.wait());
        QCOMPARE(document().profile()->data.layers[0].ms.median, 1.5);
        QVERIFY(document().runs().isOf(document().runs().shown(), document().modelState()));
    }

    void filesOfOtherModelsAreRefused()
    {
        QVERIFY(writeFile(at("other.json").toStdString(),
                          R"({"layers":[{"node":"x9","nodes":["x9"],"ms":{"median":1}}]})")
                    .ok());
        RunFiles files(m_window->session());
        QSignalSpy failures(&files, &RunFiles::failed);
        files.open(at("other.json"));
        QVERIFY(failures.wait());
        QVERIFY(failures[0][0].toString().contains(QStringLiteral("another model")));
        files.open(m_fixture->sample(QStringLiteral("mlp.json")));
        QVERIFY(failures.wait());
        QVERIFY(document().runs().history().empty());
    }
};

NERVURE_GUI_TEST(TstRunFiles)
#include "tst_run_files.moc"
