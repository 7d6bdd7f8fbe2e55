// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/kernel_parts.h"

#include "core/graph/kernel_calls.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

namespace nervure {

namespace {

struct KernelOperators {
    OpCategory category;
    std::string_view names; ///< parted by blanks
};

/// Operators as they are written in names of kernels: NNVM's own, Relay's without the words in front that
/// namespaceWords has. Heavier ones come first. What NNVM's operators belong to their OpSpecs say; a test
/// compares.
constexpr std::array kernelOperators{
    KernelOperators{
        OpCategory::Convolution,
        "conv1d conv2d conv3d conv1d_transpose conv2d_transpose conv3d_transpose conv2d_NCHWc "
        "conv2d_NCHWc_int8 depthwise_conv2d depthwise_conv2d_NCHWc depthwise_conv2d_nhwc group_conv2d "
        "conv2d_winograd_weight_transform conv2d_winograd_without_weight_transform "
        "conv2d_winograd_nnpack_weight_transform conv2d_winograd_nnpack_without_weight_transform "
        "conv2d_gemm_weight_transform conv2d_gemm_without_weight_transform "
        "conv3d_winograd_weight_transform conv3d_winograd_without_weight_transform "
        "conv2d_backward_weight deformable_conv2d bitserial_conv2d dense dense_pack bitserial_dense "
        "sparse_dense sparse_conv2d matmul batch_matmul sparse_transpose bitpack "
        "_contrib_conv2d_NCHWc _contrib_conv2d_winograd_weight_transform "
        "_contrib_conv2d_winograd_without_weight_transform _conv2d_grad"},
    KernelOperators{
        OpCategory::Pooling,
        "max_pool1d max_pool2d max_pool3d avg_pool1d avg_pool2d avg_pool3d global_max_pool1d "
        "global_max_pool2d global_max_pool3d global_avg_pool1d global_avg_pool2d global_avg_pool3d "
        "adaptive_max_pool1d adaptive_max_pool2d adaptive_max_pool3d adaptive_avg_pool1d "
        "adaptive_avg_pool2d adaptive_avg_pool3d max_pool2d_grad avg_pool2d_grad _max_pool2d_grad "
        "upsampling upsampling3d resize resize1d resize2d resize3d crop_and_resize grid_sample "
        "affine_grid roi_align roi_pool"},
    KernelOperators{
        OpCategory::Normalization,
        "batch_norm batch_norm_weight batch_norm_bias instance_norm layer_norm group_norm "
        "rms_norm standardize l2_normalize lrn dropout"},
    KernelOperators{
        OpCategory::Reduction,
        "sum mean prod max min argmax argmin all any variance std logsumexp cumsum cumprod "
        "collapse_sum collapse_sum_like collapse_sum_to _max_mask _min_mask argsort sort "
        "topk unique searchsorted mean_std mean_variance softmax log_softmax fast_softmax"},
    KernelOperators{
        OpCategory::Other,
        "multibox_prior multibox_transform_loc multibox_detection nms non_max_suppression "
        "all_class_non_max_suppression get_valid_counts proposal dft stft"},
    KernelOperators{OpCategory::Activation,
                    "relu leaky_relu prelu clip sigmoid tanh "
                    "fast_sigmoid fast_tanh relu6 gelu silu elu selu mish hardswish yolo_region"},
    KernelOperators{
        OpCategory::Data,
        "full full_like zeros ones take gather gather_nd scatter scatter_add scatter_nd "
        "scatter_elements one_hot embedding arange linspace meshgrid shape_of ndarray_size "
        "uniform normal threefry_generate threefry_split sparse_to_dense sequence_mask "
        "_assign"},
    KernelOperators{
        OpCategory::Layout,
        "layout_transform __layout_transform__ auto_scheduler_layout_transform "
        "meta_schedule_layout_transform reshape reshape_like reverse_reshape "
        "contrib_reverse_reshape transpose squeeze expand_dims expand_like flatten "
        "batch_flatten concatenate split stack strided_slice strided_set slice_like "
        "dynamic_strided_slice flip reverse reverse_sequence repeat tile pad mirror_pad "
        "broadcast_to broadcast_to_like depth_to_space space_to_depth space_to_batch_nd "
        "batch_to_space_nd yolo_reorg sliding_window unravel_index adv_index matrix_set_diag "
        "trilu dilate device_copy copy_to __copy __nop"},
    KernelOperators{
        OpCategory::Elementwise,
        "add subtract multiply divide floor_divide trunc_divide mod floor_mod trunc_mod power maximum "
        "minimum left_shift right_shift bitwise_and bitwise_or bitwise_xor bitwise_not logical_and "
        "logical_or logical_xor logical_not equal not_equal greater greater_equal less less_equal "
        "where exp fast_exp log log2 log10 sqrt rsqrt square erf fast_erf sin cos tan sinh cosh asin acos "
        "atan asinh acosh atanh sign negative abs floor ceil trunc round isnan isinf isfinite cast "
        "cast_like cast_hint reinterpret copy identity zeros_like ones_like bias_add fixed_point_multiply "
        "fixed_point_multiply_per_axis quantize dequantize requantize simulated_quantize "
        "simulated_dequantize stop_fusion checkpoint "
        "broadcast_add broadcast_sub broadcast_mul broadcast_div broadcast_mod broadcast_pow "
        "broadcast_max broadcast_min broadcast_left_shift broadcast_right_shift broadcast_greater "
        "broadcast_less broadcast_equal broadcast_not_equal broadcast_greater_equal "
        "broadcast_less_equal elemwise_add elemwise_sub elemwise_mul elemwise_div elemwise_mod "
        "elemwise_pow elemwise_sum __add_scalar__ __sub_scalar__ __rsub_scalar__ __mul_scalar__ "
        "__div_scalar__ __rdiv_scalar__ __pow_scalar__ __rpow_scalar__ __lshift_scalar__ "
        "__rshift_scalar__ block_grad"},
};

/// What Relay's operators are called after: nn.conv2d, vision.multibox_prior, image.resize2d.
constexpr std::array<std::string_view, 10> namespaceWords{
    "nn_",  "contrib_",    "vision_", "image_", "qnn_",
    "dyn_", "annotation_", "random_", "op_",    "memory_"};

std::string shownName(std::string_view name)
{
    constexpr std::string_view contrib = "_contrib_";
    if (name.starts_with(contrib)) {
        name.remove_prefix(contrib.size());
    }
    while (name.starts_with('_')) {
        name.remove_prefix(1);
    }
    while (name.ends_with('_')) {
        name.remove_suffix(1);
    }
    return std::string(name);
}

/// Place in kernelOperators.
std::optional<std::size_t> weightOf(std::string_view name)
{
    static const auto table = [] {
        std::unordered_map<std::string_view, std::size_t> places;
        for (std::size_t i = 0; i < kernelOperators.size(); ++i) {
            for (const std::string_view one : split(kernelOperators[i].names, ' ')) {
                places.emplace(one, i);
            }
        }
        return places;
    }();
    const auto it = table.find(name);
    return it != table.end() ? std::optional(it->second) : std::nullopt;
}

bool isNumber(std::string_view word)
{
    return std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// TVM puts one, in decimal or hexadecimal, behind what it keeps of a long name.
bool isHash(std::string_view word)
{
    constexpr std::size_t shortest = 11;
    return word.size() >= shortest && std::all_of(word.begin(), word.end(), [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
           });
}

/// Splits what stands behind the prefix.
class PartsReader {
public:
    explicit PartsReader(std::string_view rest) : m_rest(rest) {}

    KernelParts read()
    {
        while (!m_rest.empty()) {
            if (!takeOperator() && !skipNamespace()) {
                takeWord();
            }
        }
        endUnknown();
        m_parts.category = m_weight ? kernelOperators[*m_weight].category : OpCategory::Other;
        return std::move(m_parts);
    }

    [[nodiscard]] bool hasUnknown() const { return m_hasUnknown; }

private:
    void drop(std::size_t size)
    {
        m_rest.remove_prefix(std::min(size + 1, m_rest.size())); // with the '_' behind it
    }

    bool takeOperator()
    {
        for (std::size_t end = m_rest.size(); end != std::string_view::npos && end > 0;
             end = m_rest.rfind('_', end - 1)) {
            const std::string_view name = m_rest.substr(0, end);
            if (const auto weight = weightOf(name)) {
                endUnknown();
                m_parts.operators.push_back(shownName(name));
                m_weight = std::min(*weight, m_weight.value_or(*weight));
                m_isInNamespace = false;
                drop(end);
                return true;
            }
        }
        return false;
    }

    bool skipNamespace()
    {
        for (const std::string_view word : namespaceWords) {
            if (m_rest.starts_with(word) && m_unknown.empty()) {
                m_rest.remove_prefix(word.size());
                m_isInNamespace = true;
                return true;
            }
        }
        return false;
    }

    void takeWord()
    {
        const std::size_t end = std::min(m_rest.find('_'), m_rest.size());
        const std::string_view word = m_rest.substr(0, end);
        if (isHash(word)) {
            m_parts.isCut = true;
            // Operators that were cut in the middle: of max_po the known max is a part.
            if (!m_unknown.empty() && !m_isInNamespace && !m_parts.operators.empty()) {
                m_parts.operators.pop_back();
            }
            m_unknown.clear();
        } else if (!isNumber(word) && !(word == "compute" && m_rest == "compute_")) {
            m_unknown += (m_unknown.empty() ? "" : "_") + std::string(word);
        }
        drop(end);
    }

    void endUnknown()
    {
        if (!m_unknown.empty()) {
            m_parts.operators.push_back(std::move(m_unknown));
            m_unknown.clear();
            m_hasUnknown = true;
        }
    }

    std::string_view m_rest;
    KernelParts m_parts;
    std::string m_unknown; ///< the words of an operator that nobody knows
    std::optional<std::size_t> m_weight;
    bool m_hasUnknown = false;
    bool m_isInNamespace = false; ///< a namespace stands in front of what comes
};

/// Takes off what compilers put in front of the operators. False where it is not there.
bool skipPrefix(std::string_view &name)
{
    constexpr std::string_view generated = "tvmgen_";
    constexpr std::string_view fused = "fused_";
    constexpr std::string_view fuse = "fuse_";
    bool hasPrefix = false;
    if (name.starts_with(generated)) {
        name.remove_prefix(generated.size());
        // The module's name, default as a rule, which 0.8 does not have yet.
        const std::size_t at = name.find(fused);
        name.remove_prefix(
            at != std::string_view::npos ? at : std::min(name.find('_'), name.size() - 1) + 1);
        hasPrefix = true;
    }
    for (const std::string_view prefix : {fused, fuse}) {
        if (name.starts_with(prefix)) {
            name.remove_prefix(prefix.size());
            return true;
        }
    }
    return hasPrefix;
}

} // namespace

KernelParts kernelParts(std::string_view function)
{
    std::string_view name = function;
    const bool hasPrefix = skipPrefix(name);
    PartsReader reader(name);
    KernelParts parts = reader.read();
    return hasPrefix || !reader.hasUnknown() ? parts : KernelParts();
}

std::string kernelTitle(std::string_view function)
{
    const KernelParts parts = kernelParts(function);
    const std::string title = join(parts.operators, " + ");
    return title.empty() ? std::string(function) : title + (parts.isCut ? " + …" : "");
}

std::string nodeTitle(const Node &node)
{
    const std::string *kernel = calledKernel(node);
    return kernel ? kernelTitle(*kernel) : node.op;
}

OpCategory nodeCategory(const Node &node, const OpSpec *spec)
{
    if (const std::string *kernel = calledKernel(node)) {
        return kernelParts(*kernel).category;
    }
    return spec ? spec->category : OpCategory::Other;
}

} // namespace nervure
