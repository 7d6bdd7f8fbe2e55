// SPDX-License-Identifier: Apache-2.0
#include "app/hdf5_helper/handle.h"
#include "core/builtins.h"
#include "core/formats/hdf5/hdf5_file.h"
#include "core/formats/project/open_model.h"
#include "core/formats/project/parameter_file.h"
#include "core/formats/weights/weight_file.h"
#include "core/formats/weights/weight_tensors.h"
#include "core/support/file.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <cstring>

using namespace nervure;
using namespace nervure::tests;

/// What nervure-hdf5 finds in files that libhdf5 wrote, and what it refuses.
class TstFileWalk : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void placesOfArrays();
    void textsKeepTheirBytes();
    void chunksArePutTogether();
    void linksToElsewhereAreRefused();
    void circlesAreRefused();
    void deepGroupsAreRefused();
    void otherFilesAreRefused();
    void falseSizesAreRefused();
    void damageIsTold();
    void modelsWithTheirWeights();
    void weightsBesideAnArchitecture();

private:
    [[nodiscard]] std::string path(const char *name) const
    {
        return m_folder.filePath(QString::fromLatin1(name)).toStdString();
    }

    QTemporaryDir m_folder;
};

namespace {

/// A file that is written here.
class Written {
public:
    explicit Written(std::string path)
        : m_path(std::move(path)),
          m_file(std::make_unique<Handle>(
              H5Fcreate(m_path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose))
    {}

    [[nodiscard]] hid_t id() const { return m_file->get(); }

    void group(const std::string &path) const
    {
        const Handle group(H5Gcreate2(id(), path.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                           H5Gclose);
    }

    void floats(const std::string &path, const std::vector<hsize_t> &shape,
                const std::vector<float> &values, hid_t made = H5P_DEFAULT) const
    {
        const Handle space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr),
                           H5Sclose);
        const Handle dataset(H5Dcreate2(id(), path.c_str(), H5T_IEEE_F32LE, space.get(),
                                        H5P_DEFAULT, made, H5P_DEFAULT),
                             H5Dclose);
        if (!values.empty()) {
            H5Dwrite(dataset.get(), H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
        }
    }

    /// Texts of one length, as h5py writes lists of names.
    void texts(const std::string &group, const char *name,
               const std::vector<std::string> &texts) const
    {
        constexpr std::size_t length = 64;
        const Handle place(H5Gopen2(id(), group.c_str(), H5P_DEFAULT), H5Gclose);
        const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
        H5Tset_size(type.get(), length);
        std::string all(length * texts.size(), '\0');
        for (std::size_t i = 0; i < texts.size(); ++i) {
            std::memcpy(all.data() + i * length, texts[i].data(), texts[i].size());
        }
        const hsize_t count = texts.size();
        const Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
        const Handle attribute(
            H5Acreate2(place.get(), name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT),
            H5Aclose);
        H5Awrite(attribute.get(), type.get(), all.data());
    }

    /// One text of any length.
    void text(const char *name, const std::string &text) const
    {
        const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
        H5Tset_size(type.get(), H5T_VARIABLE);
        const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
        const Handle attribute(
            H5Acreate2(id(), name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
        const char *value = text.c_str();
        H5Awrite(attribute.get(), type.get(), &value);
    }

    [[nodiscard]] std::string bytes()
    {
        m_file.reset();
        return *readFile(m_path);
    }

private:
    std::string m_path;
    std::unique_ptr<Handle> m_file;
};

std::string faultOf(const std::string &bytes)
{
    const auto index = readHdf5Index(bytes);
    return index ? std::string() : index.error().message;
}

bool contains(const std::string &text, const char *part)
{
    return text.find(part) != std::string::npos;
}

const char *denseConfig = R"({"class_name": "Sequential", "config": {"name": "s", "layers": [
    {"class_name": "Dense", "config": {"name": "d", "units": 1, "batch_input_shape": [null, 2]}}]}})";

void addDenseWeights(const Written &file, const std::string &root)
{
    file.group(root + "d");
    file.group(root + "d/d");
    file.texts(root.empty() ? "/" : root.c_str(), "layer_names", {"d"});
    file.texts(root + "d", "weight_names", {"d/kernel:0", "d/bias:0"});
    file.floats(root + "d/d/kernel:0", {2, 1}, {1, 2});
    file.floats(root + "d/d/bias:0", {1}, {3});
}

} // namespace

void TstFileWalk::placesOfArrays()
{
    Written file(path("places.h5"));
    file.group("a");
    file.floats("a/w", {2, 2}, {1, 2, 3, 4});
    file.floats("never", {3}, {});
    const Handle compact(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_layout(compact.get(), H5D_COMPACT);
    file.floats("few", {1}, {7}, compact.get());
    file.texts("a", "weight_names", {"w"});
    const std::string bytes = file.bytes();
    const auto index = readHdf5Index(bytes);
    QVERIFY2(index, index ? "" : index.error().message.c_str());
    QCOMPARE(index->allTexts("a@weight_names"), std::vector<std::string>{"w"});
    const Hdf5Dataset &array = index->datasets.at("a/w");
    QCOMPARE(array.shape, (std::vector<std::int64_t>{2, 2}));
    const auto elements = hdf5Elements(array, bytes);
    QVERIFY(elements);
    float last = 0;
    std::memcpy(&last, elements->data() + 12, sizeof last);
    QCOMPARE(last, 4.0F);
    QCOMPARE(unpackedHdf5Elements(index->datasets.at("never"), bytes, {})->size(), std::size_t{12});
    const auto few = unpackedHdf5Elements(index->datasets.at("few"), bytes, {});
    std::memcpy(&last, few->data(), sizeof last);
    QCOMPARE(last, 7.0F);
    QCOMPARE(*decodeHdf5Index(encodeHdf5Index(*index)), *index);
}

/// Those of a damaged file are no UTF-8: messages show them as they are.
void TstFileWalk::textsKeepTheirBytes()
{
    const std::string config = "{\"class_name\": \xff}";
    Written file(path("bytes.h5"));
    file.text("model_config", config);
    file.floats("name\xfe", {1}, {7});
    const std::string bytes = file.bytes();
    const auto index = readHdf5Index(bytes);
    QVERIFY2(index, index ? "" : index.error().message.c_str());
    QCOMPARE(std::string(index->text("@model_config").value_or("")), config);
    QVERIFY(index->datasets.contains("name\xfe"));
    const Builtins builtins = makeBuiltins();
    NERVURE_VERIFY_ERROR(openModelText(bytes, "bytes.h5", builtins.formats, builtins.ops),
                         "json-syntax", "last read: '\"class_name\": \\xff'");
}

void TstFileWalk::chunksArePutTogether()
{
    Written file(path("chunks.h5"));
    const Handle made(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    const hsize_t chunk[]{2, 3};
    H5Pset_chunk(made.get(), 2, chunk);
    H5Pset_shuffle(made.get());
    H5Pset_deflate(made.get(), 6);
    std::vector<float> values(15);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<float>(i);
    }
    file.floats("w", {3, 5}, values, made.get());
    const std::string bytes = file.bytes();
    const auto index = readHdf5Index(bytes);
    QVERIFY(index);
    const Hdf5Dataset &array = index->datasets.at("w");
    QCOMPARE(array.chunks.size(), std::size_t{4});
    const auto elements = unpackedHdf5Elements(array, bytes, {});
    QVERIFY(elements);
    QCOMPARE(elements->size(), values.size() * sizeof(float));
    QVERIFY(std::memcmp(elements->data(), values.data(), elements->size()) == 0);
}

void TstFileWalk::linksToElsewhereAreRefused()
{
    Written soft(path("soft.h5"));
    H5Lcreate_soft("/elsewhere", soft.id(), "link", H5P_DEFAULT, H5P_DEFAULT);
    QVERIFY(contains(faultOf(soft.bytes()), "link: is a link to elsewhere"));
    Written external(path("external.h5"));
    H5Lcreate_external("/etc/passwd", "/", external.id(), "link", H5P_DEFAULT, H5P_DEFAULT);
    QVERIFY(contains(faultOf(external.bytes()), "link: is a link to elsewhere"));
}

void TstFileWalk::circlesAreRefused()
{
    Written file(path("circle.h5"));
    file.group("a");
    H5Lcreate_hard(file.id(), "a", file.id(), "a/b", H5P_DEFAULT, H5P_DEFAULT);
    QVERIFY(contains(faultOf(file.bytes()), "a/b: is a group that lies in more than one place"));
}

void TstFileWalk::deepGroupsAreRefused()
{
    Written file(path("deep.h5"));
    std::string path;
    for (int i = 0; i < 40; ++i) {
        path += "/g";
        file.group(path);
    }
    QVERIFY(contains(faultOf(file.bytes()), "deeper than 32"));
}

void TstFileWalk::otherFilesAreRefused()
{
    Written file(path("raw.h5"));
    const Handle made(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_external(made.get(), "/etc/passwd", 0, 4);
    file.floats("w", {1}, {}, made.get());
    QVERIFY(contains(faultOf(file.bytes()), "w: its elements are in other files"));
}

void TstFileWalk::falseSizesAreRefused()
{
    Written many(path("many.h5"));
    many.floats("w", {1 << 20, 1 << 10}, {});
    QVERIFY(contains(faultOf(many.bytes()), "w: has more elements than the file"));
    Written chunks(path("large_chunks.h5"));
    const Handle made(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    const hsize_t chunk = 1 << 28;
    const hsize_t none = 1;
    H5Pset_chunk(made.get(), 1, &chunk);
    const hsize_t most = H5S_UNLIMITED;
    {
        const Handle space(H5Screate_simple(1, &none, &most), H5Sclose);
        const Handle dataset(H5Dcreate2(chunks.id(), "w", H5T_IEEE_F32LE, space.get(), H5P_DEFAULT,
                                        made.get(), H5P_DEFAULT),
                             H5Dclose);
        QVERIFY(dataset.isOpen());
    }
    QVERIFY(contains(faultOf(chunks.bytes()), "w: its chunks are larger than the file can hold"));
}

void TstFileWalk::damageIsTold()
{
    Written file(path("damaged.h5"));
    file.floats("w", {4}, {1, 2, 3, 4});
    const std::string bytes = file.bytes();
    // Wherever the file ends, there is an answer.
    for (std::size_t size = 8; size < bytes.size(); size += bytes.size() / 16) {
        const std::string fault = faultOf(bytes.substr(0, size));
        QVERIFY2(!fault.empty() && fault.find('\n') == std::string::npos, fault.c_str());
    }
    QVERIFY(contains(faultOf("\x89HDF\r\n\x1a\n and nothing more"), "libhdf5 cannot read it"));
}

void TstFileWalk::modelsWithTheirWeights()
{
    const Builtins builtins = makeBuiltins();
    Written file(path("model.h5"));
    file.text("model_config", denseConfig);
    file.text("keras_version", "2.2.4");
    file.group("model_weights");
    addDenseWeights(file, "model_weights/");
    const auto bytes = std::make_shared<const FileBytes>(file.bytes());
    const auto opened = openModelBytes(bytes, "model.h5", builtins.formats, builtins.ops, {});
    QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
    QCOMPARE(formatTitle(*opened->format, opened->graph), std::string("Keras model, 2.2.4"));
    const auto weights = WeightFile::ofBytes(bytes, "model.h5");
    QVERIFY2(weights, weights ? "" : weights.error().message.c_str());
    const auto tensors = readWeightTensors(*weights, {});
    QCOMPARE(tensors->at("d/kernel").elements<float>()[1], 2.0F);
    QCOMPARE(tensors->at("d/bias").elements<float>()[0], 3.0F);
    // Elements stay where they are.
    const Weight &kernel = **weights->find("d/kernel");
    QVERIFY(kernel.packed.data() > bytes->view().data()
            && kernel.packed.data() < bytes->view().data() + bytes->view().size());
}

void TstFileWalk::weightsBesideAnArchitecture()
{
    const Builtins builtins = makeBuiltins();
    Written file(path("net.h5"));
    addDenseWeights(file, "");
    const std::string bytes = file.bytes();
    const auto alone = openModelText(bytes, "net.h5", builtins.formats, builtins.ops);
    QVERIFY(!alone && contains(alone.error().message, "the weights of a Keras model alone"));
    QVERIFY(writeFile(path("net.json"), denseConfig));
    const auto opened = openModel(path("net.json"), builtins.formats, builtins.ops);
    QVERIFY(opened);
    Diagnostics notes;
    const auto beside = parametersBeside(*opened, builtins.ops, notes);
    QVERIFY(beside);
    QCOMPARE(beside->tensors.at("d/kernel").elements<float>()[1], 2.0F);
    // Another model's weights are not taken.
    Written other(path("other.h5"));
    other.group("e");
    other.texts("/", "layer_names", {"e"});
    other.texts("e", "weight_names", {"e/kernel:0"});
    other.floats("e/kernel", {1}, {1});
    static_cast<void>(other.bytes());
    const auto wrong = readParameterFile(path("other.h5"), opened->graph, builtins.ops);
    QVERIFY(!wrong && contains(wrong.error().message, "has 0 arrays in the file, expected 2"));
}

NERVURE_TEST(TstFileWalk)
#include "tst_file_walk.moc"
