// SPDX-License-Identifier: Apache-2.0
#include "core/engine/image/image_values.h"

#include "core/engine/input_source.h"
#include "core/graph/edits/model_builder.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace nervure;

namespace {

/// Two rows of four pixels: two of (255,0,0), two of (0,0,51).
const QByteArray fourByTwo = QByteArray::fromBase64(
    "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAFElEQVR42mP4z8AARAwMxiCEzAEA"
    "SwIEyV6/PUEAAAAASUVORK5CYII=");

std::vector<double> numbersOf(const Result<Tensor> &tensor)
{
    std::vector<double> numbers;
    for (std::int64_t i = 0; tensor && i < tensor->count(); ++i) {
        numbers.push_back(elementAsDouble(tensor->view(), i));
    }
    return numbers;
}

std::vector<double> valuesOf(const char *options, const Shape &shape, DType type = DType::Float32)
{
    const auto source = parseImageSource(std::string("cat.png") + options);
    return source ? numbersOf(imageValues(fourByTwo.toStdString(), source->choices, shape, type))
                  : std::vector<double>();
}

} // namespace

class TstImageValues : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pixelsBecomePlanes();
    void channelsMayComeLastAndFromTheBlue();
    void numbersAreScaledAndShifted();
    void otherSizesAreMeansOfWhatTheyCover();
    void otherProportionsAreStretchedCutOrFilledUp();
    void optionsAreChecked_data();
    void optionsAreChecked();
    void whatIsNoPictureIsRefused();
    void anInputTakesTheShapeOfTheModel();
};

void TstImageValues::pixelsBecomePlanes()
{
    QVERIFY(namesImage("a/cat.PNG{mean=1}") && namesImage("cat.png"));
    QVERIFY(!namesImage("cat.npy") && !namesImage("cat.png.npy"));
    const std::vector<double> expected{1, 1, 0,    0,    1, 1, 0,    0,     // red
                                       0, 0, 0,    0,    0, 0, 0,    0,     //
                                       0, 0, 0.2F, 0.2F, 0, 0, 0.2F, 0.2F}; // blue
    QCOMPARE(valuesOf("", {1, 3, 2, 4}), expected);
    QCOMPARE(valuesOf("", {3, 2, 4}), expected);
    std::vector<double> twice = expected;
    twice.insert(twice.end(), expected.begin(), expected.end());
    QCOMPARE(valuesOf("", {2, 3, 2, 4}), twice);
    QCOMPARE(valuesOf("", {1, 4, 2, 4}).back(), 1.0); // opacity
}

void TstImageValues::channelsMayComeLastAndFromTheBlue()
{
    const std::vector<double> row{1, 0, 0, 1, 0, 0, 0, 0, 0.2F, 0, 0, 0.2F};
    std::vector<double> both = row;
    both.insert(both.end(), row.begin(), row.end());
    QCOMPARE(valuesOf("", {1, 2, 4, 3}), both);
    QCOMPARE(valuesOf("{layout=nhwc}", {2, 4, 3}), both);
    const auto turned = valuesOf("{order=bgr}", {1, 3, 2, 4});
    QCOMPARE(turned[0], 0.0);
    QCOMPARE(turned[16], 1.0);
}

void TstImageValues::numbersAreScaledAndShifted()
{
    const auto plain = valuesOf("{scale=1,mean=55;0;1,std=100;1;5}", {1, 3, 2, 4});
    QCOMPARE(plain[0], 2.0);
    QCOMPARE(plain[2], double(-0.55F));
    QCOMPARE(plain[18], 10.0);
    QCOMPARE(valuesOf("", {1, 3, 2, 4}, DType::UInt8)[0], 255.0);
    QCOMPARE(valuesOf("{mean=128,scale=1}", {1, 3, 2, 4}, DType::Int8)[0], 127.0);
}

void TstImageValues::otherSizesAreMeansOfWhatTheyCover()
{
    QCOMPARE(valuesOf("", {1, 3, 1, 2})[0] > 0.8, true);
    const auto half = valuesOf("", {1, 3, 1, 1});
    QVERIFY(qFuzzyCompare(half[0], 0.5));
    QVERIFY(qFuzzyCompare(half[2], double(0.1F)));
    // Where there are more, they lie between.
    const auto more = valuesOf("", {1, 3, 2, 8});
    QCOMPARE(more[0], 1.0);
    QVERIFY(qFuzzyCompare(more[3], 0.75) && qFuzzyCompare(more[4], 0.25));
}

void TstImageValues::otherProportionsAreStretchedCutOrFilledUp()
{
    const auto cut = valuesOf("{fit=crop}", {1, 3, 2, 2});
    QVERIFY(cut[0] > 0.99 && cut[1] < 0.01);
    const auto filled = valuesOf("{fit=pad}", {1, 3, 4, 4});
    QCOMPARE(filled[0], 0.0);
    QCOMPARE(filled[4], 1.0);
    QCOMPARE(filled[12], 0.0);
    QCOMPARE(valuesOf("{fit=stretch}", {1, 3, 4, 4})[12], 1.0);
}

void TstImageValues::optionsAreChecked_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("words");

    const auto row = [](const char *text, const char *words) {
        QTest::newRow(text) << std::string(text) << std::string(words);
    };
    row("a.png{mean}", "found 'mean', expected NAME=VALUE");
    row("a.png{men=1}", "a picture has no option 'men'");
    row("a.png{mean=x}", "'mean' of a picture: found 'x', expected numbers");
    row("a.png{std=0}", "'std' of a picture: found '0', expected numbers");
    row("a.png{fit=all}", "'fit' of a picture: found 'all', expected stretch, crop, pad");
    row("a.png{scale=nan}", "'scale' of a picture: found 'nan'");
}

void TstImageValues::optionsAreChecked()
{
    QFETCH(const std::string, text);
    QFETCH(const std::string, words);
    NERVURE_VERIFY_ERROR(parseImageSource(text), "usage", words.c_str());
}

void TstImageValues::whatIsNoPictureIsRefused()
{
    const std::string png = fourByTwo.toStdString();
    const Shape shape{1, 3, 2, 4};
    NERVURE_VERIFY_ERROR(imageValues("no picture", {}, shape, DType::Float32), "image",
                         "found no picture that can be read");
    NERVURE_VERIFY_ERROR(imageValues(png.substr(0, 50), {}, shape, DType::Float32), "image",
                         "found no picture that can be read");
    NERVURE_VERIFY_ERROR(imageValues(png, {}, {1, 10}, DType::Float32), "image",
                         "expected one of three or four dimensions");
    NERVURE_VERIFY_ERROR(imageValues(png, {}, {1, 8, 2, 5}, DType::Float32), "image",
                         "expected 1, 3 or 4 channels");
    NERVURE_VERIFY_ERROR(imageValues(png, {}, {1, 3, 1, 1 << 28}, DType::Float32), "image",
                         "expected at most 67108864 when it is resized");
    ImageChoices choices;
    choices.mean = {1, 2};
    NERVURE_VERIFY_ERROR(imageValues(png, choices, shape, DType::Float32), "image",
                         "found 2 numbers of mean or std");
}

void TstImageValues::anInputTakesTheShapeOfTheModel()
{
    const Builtins builtins = makeBuiltins();
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("cat.png")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(fourByTwo) == fourByTwo.size());
    file.close();
    ModelBuilder model(builtins.ops);
    const Entry y = model.apply("relu", {model.variable("x")}, {}, "y");
    ExecutionRequest request;
    request.graph = model.finish({y}).value();
    const std::string text = "x=" + file.fileName().toStdString();
    NERVURE_VERIFY_ERROR(addInputSource(text, request, builtins), "image",
                         "the shape of 'x' is not known");
    request.facts.shapes["x"] = {1, 3, 2, 4};
    QVERIFY(addInputSource(text + "{scale=1}", request, builtins).ok());
    QCOMPARE(elementAsDouble(request.values.at("x").view(), 0), 255.0);
}

NERVURE_TEST(TstImageValues)
#include "tst_image_values.moc"
