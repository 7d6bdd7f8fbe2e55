// SPDX-License-Identifier: Apache-2.0
#include "core/engine/imported_values.h"

#include "core/formats/project/open_model.h"
#include "tests/support/graph_def.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;
using namespace nervure::tests;

class TstImportedValues : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatAnImporterComputesIsNotMadeUp()
    {
        GraphDef file;
        file.placeholder("x", {2, 3}).node("rank", "Rank", {"x"});
        const ImportedValues values = of(file.bytes(), Semantics::Exact);
        QCOMPARE(values.made.size(), std::size_t{1});
        QCOMPARE(elementAsDouble(values.made.at("rank").view(), 0), 2.0);
        QVERIFY(of(file.bytes(), Semantics::Fixed).made.empty());
    }

    void namesLeadToTheDocumentsVariables()
    {
        const ImportedValues values = of("[net]\ninputs=4\n[connected]\n", Semantics::Exact);
        QCOMPARE(values.documentNames.at("dense0_weight"), std::string("connected_0_weights"));
        QVERIFY(values.made.empty());
    }

    void arraysOfKerasAreTransposed()
    {
        const std::string model = R"({"class_name": "Model", "config": {"layers": [
            {"class_name": "InputLayer", "name": "x", "inbound_nodes": [],
             "config": {"batch_input_shape": [null, 2]}},
            {"class_name": "Dense", "name": "d", "inbound_nodes": [[["x", 0, 0, {}]]],
             "config": {"units": 3, "use_bias": false}}],
            "input_layers": [["x", 0, 0]], "output_layers": [["d", 0, 0]]}})";
        TensorMap weights;
        Tensor kernel = *Tensor::zeros(DType::Float32, {2, 3});
        for (std::int64_t i = 0; i < 6; ++i) {
            kernel.elements<float>()[i] = static_cast<float>(i);
        }
        weights["d/kernel"] = kernel;
        const ImportedValues values = of(model, Semantics::Exact, weights);
        const Tensor &made = values.made.at("_param_1");
        QCOMPARE(made.shape(), (Shape{3, 2}));
        QCOMPARE(made.elements<float>()[1], 3.0F);
        QCOMPARE(made.elements<float>()[4], 2.0F);
        // Without values the document's variable has those that are made up.
        const ImportedValues alone = of(model, Semantics::Exact);
        QCOMPARE(alone.documentNames.at("_param_1"), std::string("d/kernel"));
    }

private:
    [[nodiscard]] ImportedValues of(const std::string &text, Semantics semantics,
                                    const TensorMap &weights = {}) const
    {
        ExecutionRequest request;
        request.weights = weights;
        request.graph = openModelText(text, {}, m_builtins.formats, m_builtins.ops)->graph;
        request.semantics = semantics;
        return importedValues(request, m_builtins);
    }

    Builtins m_builtins = makeBuiltins();
};

NERVURE_TEST(TstImportedValues)
#include "tst_imported_values.moc"
