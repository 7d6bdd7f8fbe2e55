// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/lightnet_fixed_case.h"

#include "core/support/file.h"
#include "core/support/text.h"
#include "tests/conformance/evaluation.h"
#include "tests/conformance/lightnet_values.h"
#include "tests/conformance/one_op_document.h"

#include <algorithm>
#include <optional>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

Result<Graph> openFixed(const LightNetContext &context, const std::string &text)
{
    auto loaded = context.format.read(text, {context.builtins.ops, Semantics::Fixed, {}});
    if (!loaded) {
        return loaded.error();
    }
    return std::move(loaded->graph);
}

/// The tensors that no operator reads, by name.
Result<TensorMap> runFixed(const LightNetContext &context, const Graph &graph)
{
    auto results = context.device(graph, {}, Semantics::Fixed);
    if (!results) {
        return results.error();
    }
    TensorMap tensors;
    for (auto &[name, tensor] : *results) {
        tensors.insert_or_assign(name, std::move(tensor));
    }
    return tensors;
}

std::string compareOutput(const TensorMap &found, const std::string &name, const Json &recorded)
{
    const auto tensor = found.find(name);
    return tensor == found.end()
               ? quoted(name) + " is missing"
               : compareWithin(name, tensor->second, recorded, toleranceOf(tensor->second.type()));
}

/// Whether a window is padded alike on both sides; nothing where that follows from the sizes.
std::optional<bool> isPaddedAlike(const Graph &graph)
{
    for (const NodeId id : graph.nodes()) {
        const std::string *text = graph.node(id).attrs.find("padding");
        const std::string *automatic = graph.node(id).attrs.find("autopad");
        if (text && automatic && *automatic == "\"NOTSET\"") {
            const Json padding = Json::parse(*text);
            return padding.at(0) == padding.at(2) && padding.at(1) == padding.at(3);
        }
    }
    return std::nullopt;
}

/// Whether fixed semantics go by that convention: batches are normalized by the root of the variance,
/// and an average leaves out padding that is alike on both sides, as TensorRT does.
bool isOurs(std::string_view convention, const Graph &graph)
{
    if (convention == "exclude_padding" || convention == "include_padding") {
        return isPaddedAlike(graph).value_or(true) == (convention == "exclude_padding");
    }
    return convention != "lightnet_bn2scale_no_sqrt";
}

std::string compareReference(const Graph &graph, const TensorMap &found, const Json &record)
{
    for (const auto &[key, expected] : record.items()) {
        const std::vector<std::string_view> parts = split(key, '@'); // the tensor, its convention
        if (parts.size() > 1 && !isOurs(parts[1], graph)) {
            continue;
        }
        const std::string difference =
            compareOutput(found, std::string(parts[0]), expected.at("data"));
        if (!difference.empty()) {
            return difference;
        }
    }
    return {};
}

/// How a record of the library is a document of one operator.
struct LibraryOp {
    const char *optype;
    OneOpDocument (*document)(const Json &record);
    std::vector<std::string> outputs; ///< roles, as the record names them
};

OneOpInput inputOf(const std::string &role, const Json &tensor)
{
    return {role, tensor.at("dtype").get<std::string>(), tensor.at("dims"), tensor.at("data")};
}

OneOpInput floats(const std::string &role, const Json &dims, const Json &data)
{
    return {role, "TL_FLOAT", dims, data};
}

Json membersOf(const Json &record, std::initializer_list<const char *> names)
{
    Json members = Json::object();
    for (const char *name : names) {
        members[name] = record.at(name);
    }
    return members;
}

OneOpDocument concatOf(const Json &record)
{
    return {{inputOf("src1", record.at("src1")), inputOf("src2", record.at("src2"))},
            membersOf(record, {"axis"})};
}

OneOpDocument submeanOf(const Json &record)
{
    return {{inputOf("src", record.at("src"))},
            {{"mean", record.at("mean")}, {"dtype", record.at("dst").at("dtype")}}};
}

OneOpDocument gridOf(const Json &record)
{
    return {{floats("feature", record.at("feature_dims"), record.at("feature")),
             floats("anchors", {record.at("anchor_num"), 2}, record.at("anchors"))},
            membersOf(record, {"img_width", "img_height"})};
}

OneOpDocument boxesOf(const Json &record)
{
    return {
        {floats("src_delta", record.at("dims"), record.at("src_delta")),
         floats("src_anchor", record.at("dims"), record.at("src_anchor"))},
        membersOf(record, {"width", "height", "img_width", "img_height", "x_shift", "y_shift"})};
}

/// The record has as many blocks as `len` says, of all the indices that it lists.
OneOpDocument pickOf(const Json &record)
{
    const Json count = {record.at("src").size()};
    const Json indices = {record.at("src_index").size()};
    return {{floats("src", count, record.at("src")),
             {"src_index", "TL_INT32", indices, record.at("src_index")}},
            membersOf(record, {"len", "stride"})};
}

const std::vector<LibraryOp> libraryOps{
    {"concat", concatOf, {"dst"}},
    {"submean", submeanOf, {"dst"}},
    {"detect_yolov3", gridOf, {"box_centers", "box_sizes", "boxes", "confs", "probs"}},
    {"transform_bboxSQD", boxesOf, {"dst"}},
    {"pick1d", pickOf, {"dst"}}};

std::string compareLibrary(const LightNetContext &context, const LibraryOp &op, const Json &record)
{
    const auto graph = openFixed(context, op.document(record).text(op.optype, op.outputs));
    const auto found = graph ? runFixed(context, *graph) : Result<TensorMap>(graph.error());
    if (!found) {
        return found.error().message;
    }
    for (const std::string &role : op.outputs) {
        const Json &expected = record.at(role);
        const std::string difference =
            compareOutput(*found, role, expected.is_object() ? expected.at("data") : expected);
        if (!difference.empty()) {
            return difference;
        }
    }
    return {};
}

} // namespace

void runLightNetReferenceCase(const LightNetContext &context, const std::string &name,
                              const Json &record, FileReport &report)
{
    report.check("reference", [&] {
        const auto text = readFile(context.folder / "corpus" / (name + ".json"));
        if (!text) {
            return skipped("the document is not in the folder");
        }
        const auto graph = openFixed(context, *text);
        const auto found = graph ? runFixed(context, *graph) : Result<TensorMap>(graph.error());
        return found ? findingOf(compareReference(*graph, *found, record))
                     : differs(found.error().message);
    });
}

void runLightNetLibraryCase(const LightNetContext &context, const std::string &optype,
                            const Json &records, FileReport &report)
{
    if (records.is_string()) { // the file's note
        return;
    }
    const auto op = std::find_if(libraryOps.begin(), libraryOps.end(),
                                 [&](const LibraryOp &known) { return optype == known.optype; });
    if (op == libraryOps.end()) {
        report.add("library", skipped("there is no document for the operator " + quoted(optype)));
        return;
    }
    for (const Json &record : records.is_array() ? records : Json::array({records})) {
        report.check("library", [&] { return findingOf(compareLibrary(context, *op, record)); });
    }
}

} // namespace nervure::conformance
