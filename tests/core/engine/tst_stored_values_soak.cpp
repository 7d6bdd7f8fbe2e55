// SPDX-License-Identifier: Apache-2.0
#include "core/engine/onnx_values.h"
#include "core/engine/run_model.h"
#include "core/formats/project/open_model.h"
#include "core/graph/onnx_variable.h"
#include "core/support/file.h"
#include "tests/core/engine/stored_value_models.h"
#include "tests/support/environment.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>

#include <algorithm>
#include <cstring>
#include <numeric>

using namespace nervure;
using namespace nervure::tests;
using namespace nervure::tests::stored;

/// Every type of elements in whatever holds a tensor, through Identity, to the bit.
class TstStoredValuesSoak : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyHolder_data();
    void everyHolder();
    void whatIsNotComputedWithIsNamed_data();
    void whatIsNotComputedWithIsNamed();
    void whatCannotBeReadEndsTheRun();

private:
    [[nodiscard]] Result<RunReport> run(const std::string &bytes, const std::string &device,
                                        const std::string &pipeline);
    [[nodiscard]] std::string check(const Case &one, std::size_t number, const std::string &device);

    const Builtins m_builtins = makeBuiltins();
    DeviceCatalog m_devices;
    const QTemporaryDir m_folder;
};

Result<RunReport> TstStoredValuesSoak::run(const std::string &bytes, const std::string &device,
                                           const std::string &pipeline)
{
    const std::string file = m_folder.filePath(QStringLiteral("m.onnx")).toStdString();
    ASSIGN_OR_RETURN(OpenedModel opened,
                     openModelText(bytes, file, m_builtins.formats, m_builtins.ops));
    ExecutionContext context{m_builtins, m_devices, {}};
    ExecutionRequest request;
    ASSIGN_OR_RETURN(request.weights, readOnnxValues(opened.text, file));
    request.graph = std::move(opened.graph);
    request.semantics = Semantics::Fixed;
    request.device = device;
    request.pipeline = pipeline;
    request.refusesInvented = true;
    if (const auto condition = request.graph.findByName("k");
        condition && isOnnxInput(request.graph.node(*condition).attrs)) {
        Tensor truth = Tensor::zeros(DType::UInt8, {1}).value();
        storeElement(truth.view(), 0, 1);
        request.values.emplace("k", std::move(truth));
    }
    return runModel(request, context);
}

/// What is wrong; empty: nothing.
std::string TstStoredValuesSoak::check(const Case &one, std::size_t number,
                                       const std::string &device)
{
    const std::string elements = elementsOf(one, number);
    if (one.holder == Holder::ExternalInitializer
        && !writeFile(m_folder.filePath(QStringLiteral("values.bin")).toStdString(), elements)) {
        return "values.bin was not written";
    }
    const auto report =
        run(modelHolding(one, elements), device, number % 2 == 0 ? "device" : "none");
    if (!report) {
        return report.error().message;
    }
    const Tensor &tensor = report->outputs.front().tensor;
    const std::string expected = asComputed(one, elements);
    if (tensor.byteSize() != expected.size()) {
        return "it has another size";
    }
    return std::memcmp(tensor.data(), expected.data(), expected.size()) == 0
               ? std::string()
               : "it has other elements";
}

void TstStoredValuesSoak::everyHolder_data()
{
    QTest::addColumn<std::string>("device");
    QTest::newRow("reference") << std::string("reference");
    QTest::newRow("OpenCL") << std::string("0.0");
}

/// A share of the cases goes evenly over all of them: the step has no divisor with their number.
void TstStoredValuesSoak::everyHolder()
{
    QFETCH(std::string, device);
    if (device != "reference") {
        Diagnostics ignored;
        const std::vector<DeviceInfo> found = m_devices.list(ignored);
        NERVURE_NEED_OPENCL(std::any_of(found.begin(), found.end(), [](const DeviceInfo &one) {
            return one.id != "reference";
        }));
        unoptimizedKernels();
    }
    const std::vector<Case> all = allCases();
    std::size_t step = all.size() * 5 / 8;
    while (std::gcd(step, all.size()) != 1) {
        ++step;
    }
    for (std::size_t i = 0; i < std::max<std::size_t>(soakCount(all.size()), 60); ++i) {
        const std::size_t number = i * step % all.size();
        const std::string wrong = check(all[number], number, device);
        QVERIFY2(wrong.empty(), (all[number].text() + ": " + wrong).c_str());
    }
}

void TstStoredValuesSoak::whatIsNotComputedWithIsNamed_data()
{
    QTest::addColumn<int>("type");
    for (const ElementType type :
         {ElementType::Complex64, ElementType::Complex128, ElementType::String,
          ElementType::Float8E4M3FN, ElementType::Int4, ElementType::UInt4}) {
        QTest::newRow(std::string(elementTypeName(type)).c_str()) << static_cast<int>(type);
    }
}

void TstStoredValuesSoak::whatIsNotComputedWithIsNamed()
{
    QFETCH(int, type);
    const auto element = static_cast<ElementType>(type);
    const std::string tensor =
        integerField(tensor::dims, 2) + integerField(tensor::dataType, type)
        + (element == ElementType::String
               ? bytesField(tensor::stringData, "a") + bytesField(tensor::stringData, "b")
               : bytesField(tensor::rawData, std::string(packedBytes(element, 2), '\1')));
    const std::string output = valueOf(graph::output, "y", element, 2);
    const std::string constant =
        nodeField("Constant", {}, {"c"}, "held",
                  attributeField("value", tensorType, bytesField(attribute::t, tensor)));
    const auto ofConstant =
        run(modelOf(constant + identity("c", "y") + output), "reference", "device");
    QVERIFY(!ofConstant);
    QVERIFY2(ofConstant.error().message.find("'held'") != std::string::npos
                 || ofConstant.error().message.find("'read'") != std::string::npos,
             ofConstant.error().message.c_str());
    const auto ofInitializer =
        run(modelOf(bytesField(graph::initializer, tensor + bytesField(tensor::name, "c"))
                    + identity("c", "y") + output),
            "reference", "device");
    QVERIFY(!ofInitializer);
    QVERIFY2(ofInitializer.error().message.find(std::string(elementTypeName(element)))
                 != std::string::npos,
             ofInitializer.error().message.c_str());
}

void TstStoredValuesSoak::whatCannotBeReadEndsTheRun()
{
    const Case one{ElementType::Float32, 65};
    const std::string cut(12, '\1'); // of 65 elements
    const auto report = run(modelOf(constantOf(one, cut) + identity("c", "y")
                                    + valueOf(graph::output, "y", one.type, one.count)),
                            "reference", "device");
    QVERIFY(!report);
    QVERIFY2(report.error().message.find("c: found 12 bytes of elements, expected 260")
                 != std::string::npos,
             report.error().message.c_str());
}

NERVURE_TEST(TstStoredValuesSoak)
#include "tst_stored_values_soak.moc"
