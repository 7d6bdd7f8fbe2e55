// SPDX-License-Identifier: Apache-2.0
#include "core/formats/keras/keras_node.h"

#include "core/graph/keras_arrays.h"
#include "core/graph/nnvm_shape.h"
#include "core/graph/onnx_variable.h"
#include "core/graph/op/attr_field.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace nervure {

namespace {

bool isSaid(const Node &node, const char *key, std::string_view value)
{
    const std::string *text = node.attrs.find(key);
    return text && *text == value;
}

/// The meaning of a few functions depends on who wrote the file.
void sayVersion(Node &node, const std::string &version)
{
    if (isSaid(node, "activation", "hard_sigmoid")
        || isSaid(node, "recurrent_activation", "hard_sigmoid")
        || isSaid(node, "interpolation", "bilinear")) {
        node.attrs.set("keras_version", version.empty() ? "3" : version);
    }
}

} // namespace

AttrDict kerasInputAttrs(const std::optional<KerasSizes> &sizes, const std::string &dtype)
{
    AttrDict attrs;
    if (sizes && !sizes->empty()) {
        Shape shape(sizes->begin(), sizes->end());
        // A run of batches of 1 needs no more to be said, unless other sizes are open, too.
        if (isUnknownSize(shape[0])
            && std::find_if(shape.begin() + 1, shape.end(), isUnknownSize) == shape.end()) {
            shape[0] = 1;
            attrs.set(std::string(openBatch), "true");
        }
        attrs.set("shape", NnvmAttrText::print(nnvmSizes(shape)));
    }
    const auto type = dtypeFromName(dtype);
    attrs.set("dtype", std::to_string(dtypeCode(type.value_or(DType::Float32))));
    return attrs;
}

AttrDict kerasArrayAttrs()
{
    AttrDict attrs;
    attrs.set(onnx_variable::data, std::string(onnx_variable::inside));
    return attrs;
}

Node kerasNode(const KerasLayer &layer, const KerasBinding &said, const std::string &version,
               bool isDistributed)
{
    Node node;
    node.dialect = Dialect::Keras;
    node.op = kerasOperator(layer, said);
    node.attrs = layer.attrs;
    for (const auto &[key, text] : said.attrs) {
        node.attrs.set(key, text);
    }
    if (isDistributed) {
        const bool isWrapper = node.attrs.find("layer") != nullptr;
        if (!isWrapper) {
            node.attrs.set("layer", node.op);
        }
        node.op = isWrapper ? "TimeDistributed(" + node.op + ')' : "TimeDistributed";
    }
    sayVersion(node, version);
    return node;
}

bool findsKerasSteps(const Node &node)
{
    return node.op == "Masking" || (node.op == "Embedding" && isSaid(node, "mask_zero", "True"));
}

std::uint32_t kerasOutputCount(const Node &node)
{
    if (findsKerasSteps(node) || isSaid(node, "return_attention_scores", "True")) {
        return 2;
    }
    const std::string *inner = node.attrs.find(node.op == "RNN" ? "cell" : "layer");
    const bool goesBothWays = node.op == "Bidirectional";
    const std::uint32_t results = isSaid(node, "merge_mode", "None") ? 2 : 1;
    const std::uint32_t states =
        (inner ? *inner : node.op).find("LSTM") != std::string::npos ? 2 : 1;
    return isSaid(node, "return_state", "True") ? results + states * (goesBothWays ? 2 : 1)
                                                : results;
}

} // namespace nervure
