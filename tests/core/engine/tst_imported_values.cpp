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

private:
    [[nodiscard]] ImportedValues of(const std::string &text, Semantics semantics) const
    {
        ExecutionRequest request;
        request.graph = openModelText(text, {}, m_builtins.formats, m_builtins.ops)->graph;
        request.semantics = semantics;
        return importedValues(request, m_builtins);
    }

    Builtins m_builtins = makeBuiltins();
};

NERVURE_TEST(TstImportedValues)
#include "tst_imported_values.moc"
