// SPDX-License-Identifier: Apache-2.0
#include "core/formats/darknet/darknet_layers.h"

#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace nervure {

namespace {

/// One number of a route or shortcut, as the number of a layer.
Result<std::size_t> layerOf(std::string_view text, std::size_t number, const CfgKey &key)
{
    const auto given = parseInteger(trim(text));
    const std::int64_t self = static_cast<std::int64_t>(number);
    const std::int64_t layer = !given ? -1 : *given < 0 ? self + *given : *given;
    if (layer >= 0 && layer < self) {
        return static_cast<std::size_t>(layer);
    }
    return atPlace(makeError("cfg-layer",
                             "{} is {}, expected the number of an earlier layer, 0 to {}", key.name,
                             quoted(key.value), self - 1),
                   key.place);
}

Diagnostic missingKey(const CfgSection &section, std::string_view key)
{
    return atPlace(makeError("cfg-layer", "[{}] has no key {}, expected numbers of earlier layers",
                             section.name, key),
                   section.place);
}

/// Each between blanks, which no key has.
constexpr std::string_view trainingKeys =
    " absolute angle assisted_excitation beta_nms bias_match bin_output burnin_update "
    "class_scale classfix clip cls_normalizer contrastive_neg_max coord_scale coordconv "
    "counters_per_class delta_normalizer dets_for_show dets_for_track distance dont_update "
    "dontload dontsave dot dropblock dropblock_size_abs dropblock_size_rel embedding_layer "
    "exposure flip focal_loss forced grad_centr ignore_thresh iou_loss iou_normalizer "
    "iou_thresh iou_thresh_kind jitter label_smooth_eps learning_rate log map mask_scale max "
    "max_boxes max_delta maxpool_zero_nonmax mean nms_kind noloss noobject noobject_scale "
    "numload obj_normalizer object_scale objectness_smooth onlyforward random ratio rescore "
    "resize rotate saturation shift show_details sim_thresh smooth sqrt std stopbackward "
    "stream stretch stretch_sway sway thresh track_ciou_norm track_history_size train_only_bn "
    "truth truth_thresh uc_normalizer wait_stream yolo_point ";

/// Layers, keys and activations of the fork.
constexpr std::string_view forkWords =
    " Gaussian_yolo contrastive conv_lstm history implicit local_avg local_avgpool reorg3d sam "
    "scale_channels silence antialiasing assisted_excitation beta_nms cls_normalizer "
    "counters_per_class cutmix delta_normalizer dilation dropblock dynamic_minibatch ema_alpha "
    "embedding_layer focal_loss group_id iou_loss iou_normalizer iou_thresh iou_thresh_kind "
    "label_smooth_eps learning_rate_min letter_box max_delta "
    "maxpool_depth mixup mosaic new_coords nms_kind obj_normalizer objectness_smooth "
    "optimized_memory scale_x_y share_index stride_x stride_y weights_normalization weights_type "
    "gelu hard_mish mish normalize_channels normalize_channels_softmax "
    "normalize_channels_softmax_maxval relu6 revleaky swish ";

bool isForkWord(std::string_view word)
{
    return forkWords.find(fmt::format(" {} ", word)) != std::string_view::npos;
}

} // namespace

bool isForDarknetFork(const std::vector<CfgSection> &sections)
{
    return std::any_of(sections.begin(), sections.end(), [](const CfgSection &section) {
        const auto isForks = [](const CfgKey &key) {
            return isForkWord(key.name) || (key.name == "activation" && isForkWord(key.value));
        };
        return isForkWord(section.name)
               || std::any_of(section.keys.begin(), section.keys.end(), isForks);
    });
}

bool isDarknetNet(const CfgSection &section)
{
    return section.name == "net" || section.name == "network";
}

std::string darknetLayerName(std::string_view type, std::size_t number)
{
    return fmt::format("{}_{}", type, number);
}

Result<DarknetSources> darknetSources(const CfgSection &section, std::size_t number)
{
    DarknetSources sources;
    const DarknetReference *reference = darknetReference(section.name);
    const bool isRoute = section.name == "route";
    if (!isRoute && section.name != "implicit") {
        sources.readsInput = number == 0;
        if (number > 0) {
            sources.layers.push_back(number - 1);
        }
    }
    if (!reference || !reference->isInput) {
        return sources;
    }
    const CfgKey *key = section.find(reference->key);
    if (!key) {
        return missingKey(section, reference->key);
    }
    for (const std::string_view item : split(key->value, ',')) {
        ASSIGN_OR_RETURN(const std::size_t layer, layerOf(item, number, *key));
        sources.layers.push_back(layer);
    }
    return sources;
}

const DarknetReference *darknetReference(std::string_view layer)
{
    static constexpr std::array<DarknetReference, 7> references{{
        {"route", "layers", true},
        {"shortcut", "from", true},
        {"scale_channels", "from", true},
        {"sam", "from", true},
        {"convolutional", "share_index", false},
        {"contrastive", "yolo_layer", false},
        {"yolo", "embedding_layer", false},
    }};
    const auto found = std::find_if(references.begin(), references.end(),
                                    [layer](const auto &one) { return one.layer == layer; });
    return found == references.end() ? nullptr : &*found;
}

Result<std::optional<std::size_t>> darknetSharedLayer(const CfgSection &section, std::size_t number)
{
    const CfgKey *key = section.name == "convolutional" ? section.find("share_index") : nullptr;
    if (!key) {
        return std::optional<std::size_t>();
    }
    ASSIGN_OR_RETURN(const std::size_t layer, layerOf(key->value, number, *key));
    return std::optional<std::size_t>(layer);
}

std::int64_t formerDarknetPoolSize(std::int64_t size, std::int64_t padding, std::int64_t stride)
{
    return stride > 0 ? (size + 2 * padding) / stride : 0;
}

bool isDarknetTrainingKey(std::string_view key)
{
    return trainingKeys.find(fmt::format(" {} ", key)) != std::string_view::npos;
}

} // namespace nervure
