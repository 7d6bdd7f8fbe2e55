// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/formats/project/parameter_file.h"
#include "core/formats/project/project_file.h"
#include "core/formats/tensors/npz.h"
#include "core/support/file.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

namespace fs = std::filesystem;
using namespace nervure;

namespace {

constexpr const char *callModel = R"({"nodes": [
  {"op": "null", "name": "x", "inputs": []}, {"op": "null", "name": "p0", "inputs": []},
  {"op": "tvm_op", "name": "f", "inputs": [[0, 0, 0], [1, 0, 0]], "attrs": {"func_name": "fused_add",
   "num_inputs": "2", "num_outputs": "1", "flatten_data": "0"}}],
  "arg_nodes": [0, 1], "node_row_ptr": [0, 1, 2, 3], "heads": [[2, 0, 0]], "attrs": {
  "shape": ["list_shape", [[2], [2], [2]]], "dltype": ["list_str", ["float32", "float32", "float32"]],
  "storage_id": ["list_int", [0, 1, 2]]}})";

} // namespace

class TstParameterFile : public QObject {
    Q_OBJECT

private:
    Builtins m_builtins = makeBuiltins();
    QTemporaryDir m_folder;
    fs::path m_root{m_folder.path().toStdString()};

    fs::path write(const fs::path &name, const std::string &bytes);
    fs::path writeTensors(const fs::path &name, const std::vector<std::string> &names);
    OpenedModel open(const fs::path &path);

private Q_SLOTS:
    void init() { QVERIFY(m_folder.isValid()); }
    void cleanup() { fs::remove_all(m_root / "models"); }
    void namesThatBelongTogether_data();
    void namesThatBelongTogether();
    void theNewestCheckpointIsTaken();
    void tensorsOfVariablesAreTaken();
    void filesOfOtherModelsAreLeftAlone();
    void damagedFilesAreAWarning();
    void projectsLieWhereTheirModelDid();
    void weightsOfDarknetHaveTheNetworksNames();
};

fs::path TstParameterFile::write(const fs::path &name, const std::string &bytes)
{
    const fs::path path = m_root / "models" / name;
    fs::create_directories(path.parent_path());
    return writeFile(path, bytes) ? path : fs::path();
}

fs::path TstParameterFile::writeTensors(const fs::path &name, const std::vector<std::string> &names)
{
    TensorMap tensors;
    for (const std::string &one : names) {
        tensors.insert_or_assign(one, *Tensor::zeros(DType::Float32, {2}));
    }
    return write(name, *writeNpz(tensors)); // its content says what it is
}

OpenedModel TstParameterFile::open(const fs::path &path)
{
    return *openModel(path, m_builtins.formats, m_builtins.ops);
}

void TstParameterFile::namesThatBelongTogether_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("parameters");
    const auto row = [](const char *model, const char *parameters) {
        QTest::newRow(parameters) << QString::fromUtf8(model) << QString::fromUtf8(parameters);
    };
    row("net-symbol.json", "net-0000.params");
    row("net-symbol.json", "net-0057.params");
    row("mod.json", "mod.params");
    row("deploy_graph.json", "deploy_param.params");
    row("a_deploy_graph.json", "a_deploy_params.params");
    row("net_graph.json", "net.params");
    row("graph.json", "params.params");
    row("graph.json", "params.bin");
    row("m/executor-config/graph/default.graph", "m/parameters/default.params");
    row("m/runtime-config/graph/graph.json", "m/parameters/default.params");
}

void TstParameterFile::namesThatBelongTogether()
{
    QFETCH(QString, model);
    QFETCH(QString, parameters);
    const fs::path graph = write(model.toStdString(), callModel);
    QVERIFY(!parameterFileBeside(graph));
    write("other.params", "");
    write("deploy.params.json", "");
    const fs::path expected = writeTensors(parameters.toStdString(), {"p0"});
    const auto file = parameterFileBeside(graph);
    QVERIFY(file);
    QCOMPARE(fs::canonical(*file), fs::canonical(expected));
    QVERIFY(!parameterFileBeside(expected));
}

void TstParameterFile::theNewestCheckpointIsTaken()
{
    const fs::path graph = write("net-symbol.json", callModel);
    for (const char *file : {"net-0009.params", "net-0120.params", "net-10000.params",
                             "net-0x99.params", "net-20000.bin", "other-30000.params"}) {
        write(file, "");
    }
    QCOMPARE(parameterFileBeside(graph)->filename(), fs::path("net-10000.params"));
    write("net-0000.params", "");
    QCOMPARE(parameterFileBeside(graph)->filename(), fs::path("net-0000.params"));
}

void TstParameterFile::tensorsOfVariablesAreTaken()
{
    const fs::path graph = write("mod.json", callModel);
    const fs::path file = writeTensors("mod.params", {"p0", "p9"});
    Diagnostics found;
    const auto parameters = parametersBeside(open(graph), m_builtins.ops, found);
    QVERIFY(parameters);
    QCOMPARE(parameters->file, file);
    QCOMPARE(parameters->names(), (std::set<std::string, std::less<>>{"p0"}));
    QCOMPARE(parameters->tensors.at("p0").shape(), (Shape{2}));
    QCOMPARE(found.size(), std::size_t{2});
    QCOMPARE(found[0].code, "params-beside");
    QCOMPARE(found[0].severity, Severity::Note);
    QCOMPARE(found[0].where.file, file.string());
    QCOMPARE(found[1].code, "params-unused");
}

void TstParameterFile::filesOfOtherModelsAreLeftAlone()
{
    const fs::path graph = write("mod.json", callModel);
    writeTensors("mod.params", {"other"});
    Diagnostics found;
    QVERIFY(!parametersBeside(open(graph), m_builtins.ops, found));
    QVERIFY(found.empty());
}

void TstParameterFile::damagedFilesAreAWarning()
{
    const fs::path graph = write("mod.json", callModel);
    const fs::path file = write("mod.params", "no parameters");
    Diagnostics found;
    QVERIFY(!parametersBeside(open(graph), m_builtins.ops, found));
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].code, "params-beside");
    QCOMPARE(found[0].severity, Severity::Warning);
    QCOMPARE(found[0].where.file, file.string());
    const auto given = readParameterFile(file, open(graph).graph, m_builtins.ops);
    QVERIFY(!given.ok());
    QCOMPARE(given.error().code, "params-invalid");
    QCOMPARE(given.error().where.file, file.string());
}

void TstParameterFile::projectsLieWhereTheirModelDid()
{
    writeTensors("mod.params", {"p0"});
    const auto text =
        projectText(open(write("mod.json", callModel)), m_builtins.formats, m_builtins.ops, {});
    QVERIFY(text.ok());
    Diagnostics found;
    QVERIFY(parametersBeside(open(write("work.nervure", *text)), m_builtins.ops, found));
}

void TstParameterFile::weightsOfDarknetHaveTheNetworksNames()
{
    const fs::path network = write("net.cfg", "[net]\ninputs=1\n[connected]\n");
    std::string bytes(16, '\0'); // version 0.0, no images seen
    for (const float number : {3.0F, 4.0F}) {
        bytes.append(reinterpret_cast<const char *>(&number), sizeof number);
    }
    const fs::path weights = write("net.weights", bytes);
    Diagnostics found;
    const auto parameters = parametersBeside(open(network), m_builtins.ops, found);
    QVERIFY(parameters);
    QCOMPARE(parameters->names(),
             (std::set<std::string, std::less<>>{"connected_0_biases", "connected_0_weights"}));
    write("net.weights", bytes.substr(0, 20));
    const auto cut = readParameterFile(weights, open(network).graph, m_builtins.ops);
    QVERIFY(!cut.ok());
    QCOMPARE(cut.error().where.file, weights.string());
    QCOMPARE(cut.error().where.node, std::string("connected_0"));
}

NERVURE_TEST(TstParameterFile)
#include "tst_parameter_file.moc"
