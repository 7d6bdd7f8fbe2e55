// SPDX-License-Identifier: Apache-2.0
#include "core/formats/project/project_file.h"

#include "core/builtins.h"
#include "core/formats/zip_archive.h"
#include "core/graph/edits/attribute_edits.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstProjectFile : public QObject {
    Q_OBJECT

private:
    const Builtins m_builtins = makeBuiltins();
    const std::string m_text =
        "{\"nodes\": [ {\"op\": \"null\", \"name\": \"x\", \"inputs\": []},\n"
        " {\"op\": \"relu\", \"name\": \"r\", \"inputs\": [[0, 0, 0]]}],\n"
        " \"arg_nodes\": [0], \"heads\": [[1, 0, 0]]}\n";

    OpenedModel opened() const
    {
        return openModelText(m_text, "/somewhere/net.json", m_builtins.formats, m_builtins.ops)
            .value();
    }
    std::string unchanged() const
    {
        return projectText(opened(), m_builtins.formats, m_builtins.ops).value();
    }
    static std::string archived(const std::vector<std::pair<std::string, std::string>> &members)
    {
        ZipWriter archive;
        for (const auto &[name, content] : members) {
            if (!archive.add(name, content, true)) {
                return {};
            }
        }
        return archive.finish();
    }

private Q_SLOTS:
    void modelEditsAndNotesComeBack();
    void unknownMembersSurvive();
    void equalProjectsAreEqualBytes();
    void faultyProjectsAreRefused_data();
    void faultyProjectsAreRefused();
    void damagedBytesNeverCrash();
    void archivesThatGrowAreRefused();
};

void TstProjectFile::modelEditsAndNotesComeBack()
{
    OpenedModel model = opened();
    const NodeId r = *model.graph.findByName("r");
    for (const auto &edit : {setNote(model.graph, r, "why?"), setNote(model.graph, NodeId(), "all"),
                             setAttribute(model.graph, {&r, 1}, "k", "1")}) {
        QVERIFY(edit.ok() && apply(model.graph, *edit).ok());
    }
    const auto bytes =
        projectText(model, m_builtins.formats, m_builtins.ops, {{"view.json", "{}"}});
    QVERIFY(bytes.ok());
    QVERIFY(isProject(*bytes));
    QVERIFY(!isProject(m_text));
    const auto again = readProject(*bytes);
    QVERIFY(again.ok());
    QCOMPARE(again->original, m_text);
    QCOMPARE(again->name, std::string("net.json"));
    QCOMPARE(again->members.at("view.json"), std::string("{}"));
    const auto reopened = openModelText(*bytes, "/a/p.nervure", m_builtins.formats, m_builtins.ops);
    QVERIFY(reopened.ok());
    QVERIFY(reopened->graph == model.graph);
    QCOMPARE(reopened->text->view(), std::string_view(m_text));
    QCOMPARE(reopened->path.string(), std::string("/a/p.nervure"));
    // Written again it is the same, view and all.
    QVERIFY(projectText(*reopened, m_builtins.formats, m_builtins.ops).value() == *bytes);
    const auto plain = readProject(unchanged());
    QVERIFY(plain.ok() && plain->edits.empty());
}

void TstProjectFile::unknownMembersSurvive()
{
    const std::string blob("\0\1\2", 3);
    const auto project = readProject(archived({{"project.json", "{\"version\": 1, \"later\": 2}"},
                                               {"model", m_text},
                                               {"profiles/one.json", "{}"},
                                               {"who/knows", blob}}));
    QVERIFY(project.ok());
    const auto again = readProject(writeProject(*project).value());
    QVERIFY(again.ok());
    QCOMPARE(again->members.at("who/knows"), blob);
    QCOMPARE(again->members.at("profiles/one.json"), std::string("{}"));
}

void TstProjectFile::equalProjectsAreEqualBytes()
{
    QVERIFY(unchanged() == unchanged());
}

void TstProjectFile::faultyProjectsAreRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("message");
    const auto add = [](const char *name, const std::string &bytes, const char *message) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << QByteArray(message);
    };
    const std::string good = "{\"version\": 1}";
    add("no archive", "hello", "not a whole zip archive: its directory is missing");
    add("no manifest", archived({{"model", "x"}}),
        "the archive has no 'project.json', expected a project file");
    add("no model", archived({{"project.json", good}}),
        "the archive has no 'model', expected a project file");
    add("later version", archived({{"project.json", "{\"version\": 2}"}, {"model", ""}}),
        "file 'project.json': the project is of version 2, expected 1");
    add("no version", archived({{"project.json", "{}"}, {"model", ""}}),
        "file 'project.json': project.json has no version");
    add("half an original",
        archived({{"project.json", R"({"version": 1, "original": {"path": "/m.onnx"}})"}}),
        "file 'project.json': project.json: expected the path, the bytes and the checksum of the "
        "original");
    add("twice", archived({{"project.json", good}, {"model", ""}, {"model", ""}}),
        "file 'model': the archive has it twice");
    add("no edits", archived({{"project.json", good}, {"model", ""}, {"edits.json", "[1]"}}),
        "file 'edits.json': edits.json: found something that is no edit");
}

void TstProjectFile::faultyProjectsAreRefused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, message);
    const auto project = readProject(bytes.toStdString());
    QVERIFY(!project.ok());
    QCOMPARE(project.error().code, std::string("project-format"));
    QCOMPARE(QByteArray::fromStdString(project.error().message), message);
}

void TstProjectFile::damagedBytesNeverCrash()
{
    const std::string whole = unchanged();
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string bytes = whole;
        bytes[at] = static_cast<char>(bytes[at] ^ 0x55);
        const auto model = openModelText(bytes, "p", m_builtins.formats, m_builtins.ops);
        QVERIFY(model.ok() || !model.error().message.empty());
        NERVURE_VERIFY_ERROR(readProject(whole.substr(0, at)), "project-format",
                             "not a whole zip archive: its directory is missing");
    }
}

void TstProjectFile::archivesThatGrowAreRefused()
{
    const std::string zeros(std::size_t{64} << 20, '\0');
    const std::string bomb = archived({{"project.json", "{\"version\": 1}"}, {"a", zeros}});
    QVERIFY(bomb.size() < 100000);
    const Status status =
        readZip(bomb, 1 << 20, [](const std::string &, Result<std::string>) { return Status(); });
    QVERIFY(!status.ok());
    QVERIFY(status.error().message.find("more than 1048576 bytes") != std::string::npos);
}

NERVURE_TEST(TstProjectFile)
#include "tst_project_file.moc"
