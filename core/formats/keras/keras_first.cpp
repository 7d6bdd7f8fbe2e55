// SPDX-License-Identifier: Apache-2.0
#include "core/formats/keras/keras_first.h"

#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace nervure {

namespace {

/// The later name of a layer of Keras 1, and its attributes: those that are not here keep their names.
struct LaterLayer {
    const char *name;
    std::vector<std::pair<const char *, const char *>> attributes{};
};

const std::map<std::string_view, LaterLayer> &laterLayers()
{
    static const std::map<std::string_view, LaterLayer> table{
        {"InputLayer", {"InputLayer"}},
        {"Dense", {"Dense", {{"output_dim", "units"}, {"bias", "use_bias"}}}},
        {"Convolution2D",
         {"Conv2D",
          {{"nb_filter", "filters"},
           {"subsample", "strides"},
           {"border_mode", "padding"},
           {"bias", "use_bias"}}}},
        {"MaxPooling2D", {"MaxPooling2D", {{"border_mode", "padding"}}}},
        {"AveragePooling2D", {"AveragePooling2D", {{"border_mode", "padding"}}}},
        {"GlobalMaxPooling2D", {"GlobalMaxPooling2D"}},
        {"GlobalAveragePooling2D", {"GlobalAveragePooling2D"}},
        {"ZeroPadding2D", {"ZeroPadding2D"}},
        {"UpSampling2D", {"UpSampling2D"}},
        {"Flatten", {"Flatten"}},
        {"Reshape", {"Reshape"}},
        {"Permute", {"Permute"}},
        {"RepeatVector", {"RepeatVector"}},
        {"Activation", {"Activation"}},
        {"Dropout", {"Dropout"}},
        {"Embedding", {"Embedding"}},
        {"BatchNormalization", {"BatchNormalization"}},
    };
    return table;
}

bool saysText(const KerasLayer &layer, const char *name, std::string_view value)
{
    const std::string *text = layer.attrs.find(name);
    return text && *text == value;
}

/// Merge has a mode, each of which is a layer of its own later.
std::string mergedClass(KerasLayer &layer)
{
    static const std::map<std::string_view, const char *> modes{{"sum", "Add"},
                                                                {"mul", "Multiply"},
                                                                {"ave", "Average"},
                                                                {"max", "Maximum"},
                                                                {"concat", "Concatenate"}};
    const std::string *mode = layer.attrs.find("mode");
    const auto found = mode ? modes.find(*mode) : modes.end();
    if (const std::string *axis = layer.attrs.find("concat_axis")) {
        layer.attrs.set("axis", std::string(*axis));
    }
    return found == modes.end() ? std::string() : found->second;
}

/// Kernels of channels in front are other arrays, and some were saved turned around; normalizations had modes.
bool isOther(const KerasLayer &layer)
{
    return (layer.className == "Convolution2D" && !saysText(layer, "dim_ordering", "tf"))
           || (layer.className == "BatchNormalization" && layer.attrs.find("mode")
               && !saysText(layer, "mode", "0"));
}

void readLayer(KerasLayer &layer)
{
    if (layer.inner) {
        KerasModel inner = *layer.inner;
        readAsKeras1(inner);
        layer.inner = std::make_shared<const KerasModel>(std::move(inner));
        return;
    }
    const std::string merged = layer.className == "Merge" ? mergedClass(layer) : std::string();
    const auto later = laterLayers().find(layer.className);
    if (!merged.empty()) {
        layer.className = merged;
        return;
    }
    if (later == laterLayers().end() || isOther(layer)) {
        layer.className += "(Keras 1)";
        return;
    }
    for (const auto &[before, now] : later->second.attributes) {
        if (const std::string *text = layer.attrs.find(before)) {
            layer.attrs.set(now, std::string(*text));
        }
    }
    if (const std::string *order = layer.attrs.find("dim_ordering")) {
        layer.attrs.set("data_format", *order == "th" ? "channels_first" : "channels_last");
    }
    const std::string *rows = layer.attrs.find("nb_row");
    const std::string *columns = layer.attrs.find("nb_col");
    if (rows && columns) {
        layer.attrs.set("kernel_size", '(' + *rows + ", " + *columns + ')');
    }
    layer.className = later->second.name;
}

} // namespace

void readAsKeras1(KerasModel &model)
{
    for (KerasLayer &layer : model.layers) {
        readLayer(layer);
    }
}

} // namespace nervure
