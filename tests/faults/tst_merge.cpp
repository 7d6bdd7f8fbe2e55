// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/graph/analysis/declared_types.h"
#include "core/graph/model_facts.h"
#include "core/graph/onnx_variable.h"
#include "tests/core/formats/onnx/model_bytes.h"
#include "tests/support/cli.h"
#include "tests/support/faults.h"
#include "tests/support/file_folder.h"
#include "tests/support/test_class.h"

#include <QFileInfo>

#include <algorithm>
#include <map>

using namespace nervure;
using namespace nervure::tests;

/// Fault 03: models of other operator sets, with domains and functions of their own, and with names that are taken.
class TstMerge : public QObject, private FileFolder {
    Q_OBJECT

    const Builtins m_builtins = makeBuiltins();

    [[nodiscard]] CliResult merged(const QString &host, const QString &guest) const
    {
        return runCli({s("edit"), host, s("--merge"), guest, s("-o"), path("merged.onnx")});
    }

    [[nodiscard]] OpenedModel result() const
    {
        return openModel(path("merged.onnx").toStdString(), m_builtins.formats, m_builtins.ops)
            .value();
    }

    static std::string attrOf(const Graph &graph, std::string_view name)
    {
        const GraphAttr *attr = findGraphAttr(graph, name);
        return attr ? attr->json : "none";
    }

    /// y = op(x) of one operator set.
    static std::string oneOperator(const char *op, int opset, const std::string &node = {},
                                   const std::string &rest = {})
    {
        return integerField(model::irVersion, 8)
               + bytesField(model::graph, bytesField(graph::name, "g")
                                              + valueField(graph::input, "gx", {"2", "3"})
                                              + nodeField(op, {"gx"}, {"gy"}, "guest", node)
                                              + valueField(graph::output, "gy", {"2", "3"}))
               + bytesField(model::opsetImport, bytesField(opset_import::domain, "")
                                                    + integerField(opset_import::version, opset))
               + rest;
    }

    static std::string importOf(const char *domain, int version)
    {
        return bytesField(model::opsetImport, bytesField(opset_import::domain, domain)
                                                  + integerField(opset_import::version, version));
    }

    /// The function a → b of these nodes, which are fields of a graph.
    static std::string function(const char *name, std::initializer_list<std::string> nodes)
    {
        std::string fields = bytesField(function::name, name) + bytesField(function::domain, "acme")
                             + bytesField(function::input, "a") + bytesField(function::output, "b");
        for (const std::string &one : nodes) {
            const auto field = WireReader(one).next();
            fields += bytesField(function::node, field->bytes);
        }
        const auto import = [](const char *domain, int version) {
            return bytesField(function::opsetImport,
                              bytesField(opset_import::domain, domain)
                                  + integerField(opset_import::version, version));
        };
        return bytesField(model::functions, fields + import("", 13) + import("acme", 1));
    }

    static std::string function(const char *op)
    {
        return function("Act", {nodeField(op, {"a"}, {"b"})});
    }

    static std::string branchAttribute(const char *name, const std::string &graph)
    {
        constexpr int graphType = 5;
        return bytesField(node::attribute, bytesField(attribute::name, name)
                                               + bytesField(attribute::g, graph)
                                               + integerField(attribute::type, graphType));
    }

    /// Outer calls Act in both branches of an If.
    static std::string callingTwice()
    {
        const std::string acme = bytesField(node::domain, "acme");
        const std::string branch = bytesField(graph::name, "inside")
                                   + nodeField("Act", {"a"}, {"c"}, "call", acme)
                                   + bytesField(graph::output, bytesField(value::name, "c"));
        const std::string outer = function(
            "Outer", {nodeField("ReduceMax", {"a"}, {"m"}, "max", intAttribute("keepdims", 0)),
                      nodeField("Cast", {"m"}, {"t"}, "cast", intAttribute("to", 9)),
                      nodeField("If", {"t"}, {"b"}, "if",
                                branchAttribute("then_branch", branch)
                                    + branchAttribute("else_branch", branch))});
        return oneOperator("Outer", 13, acme, importOf("acme", 1) + function("Neg") + outer);
    }

    static const Node &lastOf(const Graph &graph) { return graph.node(graph.heads().front().node); }

    static std::string calling(const char *op)
    {
        return oneOperator("Act", 13, bytesField(node::domain, "acme"),
                           importOf("acme", 1) + function(op));
    }

    /// Values by name, how often each is defined.
    static std::map<std::string, int> definitions(const Graph &graph)
    {
        std::map<std::string, int> counts;
        for (const NodeId id : graph.nodes()) {
            const Node &node = graph.node(id);
            if (node.isVariable()) {
                ++counts[node.name];
            }
            for (const Port &port : node.outputPorts) {
                ++counts[port.tensor];
            }
        }
        return counts;
    }

private Q_SLOTS:
    void whatMeansSomethingElseIsRefused()
    {
        NERVURE_NEED_FAULTS();
        const CliResult run = merged(faultFile("03-merge-other-opset/host13.onnx"),
                                     faultFile("03-merge-other-opset/guest11.onnx"));
        NERVURE_VERIFY_EXIT(run, 1, "Softmax 'soft' is of version 11");
        QVERIFY2(run.err.contains("convert_version(model, 13)"), run.err.constData());
        QVERIFY(!QFileInfo::exists(path("merged.onnx")));
    }

    void whatMeansTheSameIsOfTheModelsSet()
    {
        NERVURE_NEED_FAULTS();
        for (const int opset : {7, 11, 17}) {
            const QString guest = written("relu.onnx", oneOperator("Relu", opset));
            NERVURE_VERIFY_EXIT(merged(faultFile("03-merge-other-opset/host13.onnx"), guest), 0,
                                "");
            const OpenedModel model = result();
            QCOMPARE(attrOf(model.graph, "opset_import"), std::string("{\"ai.onnx\":13}"));
            QCOMPARE(model.graph.heads().size(), std::size_t{2});
        }
        // What the model's set does not have at all.
        const QString guest = written("gelu.onnx", oneOperator("Gelu", 20));
        NERVURE_VERIFY_EXIT(merged(faultFile("03-merge-other-opset/host13.onnx"), guest), 1,
                            "Gelu 'guest' is of version 20");
    }

    void domainsAreImported()
    {
        NERVURE_NEED_FAULTS();
        const QString host = faultFile("03-merge-other-opset/host13.onnx");
        const auto guest = [this](int version) {
            return written("domain.onnx", oneOperator("Foo", 13, bytesField(node::domain, "acme"),
                                                      importOf("acme", version)));
        };
        NERVURE_VERIFY_EXIT(merged(host, guest(2)), 0, "");
        QCOMPARE(attrOf(result().graph, "opset_import"),
                 std::string("{\"acme\":2,\"ai.onnx\":13}"));
        // The type that is declared of a value of an operator that nobody knows comes along.
        const Graph graph = result().graph;
        QCOMPARE(declaredTypeOf(graph, graph.heads().back()).text(), std::string("float32[2, 3]"));
        const QString with2 = path("with2.onnx");
        QVERIFY(QFile::rename(path("merged.onnx"), with2));
        NERVURE_VERIFY_EXIT(merged(with2, guest(3)), 1,
                            "is of version 3 of acme, and need not compute the same in version 2");
    }

    void functionsComeAlong()
    {
        NERVURE_NEED_FAULTS();
        const QString host = faultFile("03-merge-other-opset/host13.onnx");
        NERVURE_VERIFY_EXIT(merged(host, written("f.onnx", calling("Relu"))), 0, "");
        const OpenedModel model = result();
        const auto call = model.graph.findByName("guest");
        QVERIFY(call && model.graph.node(*call).subgraphs.size() == 1);
        QCOMPARE(attrOf(model.graph, "opset_import"), std::string("{\"acme\":1,\"ai.onnx\":13}"));
        // The same function is there once; another of that name is refused.
        const QString once = path("once.onnx");
        QVERIFY(QFile::rename(path("merged.onnx"), once));
        NERVURE_VERIFY_EXIT(merged(once, written("f.onnx", calling("Relu"))), 0, "");
        QCOMPARE(modelFunctions(result().graph).size(), std::size_t{1});
    }

    /// Another function of a name that is taken gets another one, in what calls it, too.
    void functionsOfOneNameAreBothThere()
    {
        const QString host = written("f.onnx", calling("Relu"));
        const CliResult run = merged(host, written("h.onnx", calling("Neg")));
        NERVURE_VERIFY_EXIT(run, 0, "");
        QVERIFY2(!run.err.contains("is unknown"), run.err.constData());
        const Graph graph = result().graph;
        QCOMPARE(modelFunctions(graph).size(), std::size_t{2});
        std::map<std::string, std::string> called;
        for (const NodeId id : graph.nodes()) {
            const Node &node = graph.node(id);
            if (!node.isVariable()) {
                QCOMPARE(node.subgraphs.size(), std::size_t{1});
                const Graph &body = *node.subgraphs[0];
                called[node.op] = body.node(body.heads()[0].node).op;
            }
        }
        QVERIFY(
            (called
             == std::map<std::string, std::string>{{"acme:Act", "Relu"}, {"acme:Act_1", "Neg"}}));
    }

    /// Functions that call the renamed one do so under its new name, also from bodies.
    void callsInFunctionsFollow()
    {
        const QString host = written("f.onnx", calling("Relu"));
        NERVURE_VERIFY_EXIT(merged(host, written("outer.onnx", callingTwice())), 0, "");
        const Graph graph = result().graph;
        QCOMPARE(modelFunctions(graph).size(), std::size_t{3});
        const auto isOuter = [&](NodeId id) { return graph.node(id).op == "acme:Outer"; };
        const auto outer = std::find_if(graph.nodes().begin(), graph.nodes().end(), isOuter);
        QVERIFY(outer != graph.nodes().end());
        const Node &decision = lastOf(*graph.node(*outer).subgraphs[0]);
        for (const auto &branch : decision.subgraphs) {
            const Node &call = lastOf(*branch);
            QCOMPARE(call.op, std::string("acme:Act_1"));
            QCOMPARE(call.subgraphs.size(), std::size_t{1});
            QCOMPARE(lastOf(*call.subgraphs[0]).op, std::string("Neg"));
        }
    }

    /// A model in itself, with an operator's value called as the other one's initializer.
    void namesAreNeverDefinedTwice()
    {
        const QString first = written(
            "first.onnx", modelOf(valueField(graph::input, "x", {"3"}) + initializerField("c", 3)
                                  + nodeField("Add", {"x", "c"}, {"d"}, "add")
                                  + valueField(graph::output, "d", {"3"})));
        const QString second = written(
            "second.onnx", modelOf(valueField(graph::input, "y", {"3"}) + initializerField("d", 3)
                                   + nodeField("Add", {"y", "d"}, {"c"}, "add")
                                   + valueField(graph::output, "c", {"3"})));
        for (const QString &guest : {first, second}) {
            NERVURE_VERIFY_EXIT(merged(first, guest), 0, "");
            for (const auto &[name, count] : definitions(result().graph)) {
                QVERIFY2(count == 1, name.c_str());
            }
        }
    }

    void inputsOfOtherTypesAreNotJoined()
    {
        NERVURE_NEED_FAULTS();
        const QString host = faultFile("20-edit-says-nothing/net.onnx");
        const QString guest = faultFile("20-edit-says-nothing/guest.onnx");
        NERVURE_VERIFY_EXIT(merged(host, guest), 1,
                            "the input 'x' that is added is float32[2, 5], and the value of that "
                            "name is float32[2, 3]: rename one of them first");
        NERVURE_VERIFY_EXIT(runCli({s("edit"), host, s("--rename"), s("x=first"), s("--merge"),
                                    guest, s("-o"), path("merged.onnx")}),
                            0, "");
    }
};

NERVURE_TEST(TstMerge)
#include "tst_merge.moc"
