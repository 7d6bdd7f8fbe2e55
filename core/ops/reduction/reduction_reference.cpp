// SPDX-License-Identifier: Apache-2.0
#include "core/ops/reduction/reduction_reference.h"

#include "core/ops/rules/accumulator.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/strided_walk.h"

#include <limits>
#include <vector>

namespace nervure {

namespace {

using Strides = std::vector<std::int64_t>;

Diagnostic wrongResult(const ReferenceCall &call)
{
    return makeError("infer-shape",
                     "output 0 has {} elements, expected another number for these axes",
                     call.out[0].count());
}

/// Whether the output holds one element for each group of reduced ones.
bool fits(const ReferenceCall &call, const IntTuple &axes)
{
    return call.out[0].count() == keptCount(call.in[0].shape, axes);
}

/// results[i] = fold(results[i], x) for all elements x of the input that belong to result i.
template <typename T, typename A, typename Fold>
void foldElements(const ConstTensorView &in, const Strides &strides, std::vector<A> &results,
                  Fold &&fold)
{
    StridedWalk result(in.shape, strides);
    const T *elements = in.as<T>();
    const std::int64_t count = in.count();
    for (std::int64_t i = 0; i < count; ++i, result.next()) {
        A &target = results[static_cast<std::size_t>(result.at())];
        target = fold(target, elements[i]);
    }
}

template <typename T>
std::vector<Accumulator<T>> summed(const ConstTensorView &in, const Strides &strides,
                                   std::int64_t results)
{
    using A = Accumulator<T>;
    std::vector<A> sums(static_cast<std::size_t>(results), A(0));
    foldElements<T>(in, strides, sums,
                    [](A sum, T x) { return static_cast<A>(sum + static_cast<A>(x)); });
    return sums;
}

template <typename T, typename A>
void store(const TensorView &out, const std::vector<A> &results)
{
    for (std::size_t i = 0; i < results.size(); ++i) {
        out.as<T>()[i] = static_cast<T>(results[i]);
    }
}

/// Whole numbers are divided as such.
template <typename T>
void storeMeans(const TensorView &out, const std::vector<Accumulator<T>> &sums, std::int64_t count)
{
    using Wide =
        std::conditional_t<isFloatElement<T>, double,
                           std::conditional_t<std::is_unsigned_v<T>, std::uint64_t, std::int64_t>>;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const Wide sum = isFloatElement<T> ? static_cast<Wide>(sums[i])
                                           : static_cast<Wide>(static_cast<T>(sums[i]));
        out.as<T>()[i] = static_cast<T>(sum / static_cast<Wide>(count));
    }
}

/// Where the search for the largest element starts: with the least number of the type in exact, as
/// NNVM's kernels do, so that negative infinity never wins there.
template <typename T>
T startOf(bool isMax, Semantics semantics)
{
    using Limits = std::numeric_limits<T>;
    if constexpr (isFloatElement<T>) {
        if (semantics == Semantics::Fixed) {
            return isMax ? static_cast<T>(-static_cast<double>(Limits::infinity()))
                         : Limits::infinity();
        }
    }
    return isMax ? Limits::lowest() : Limits::max();
}

/// A comparison with NaN is false, so the later element takes over, unless the node passes NaN.
template <typename T>
std::vector<T> extremes(bool isMax, const Strides &strides, std::int64_t results,
                        const ReferenceCall &call)
{
    std::vector<T> best(static_cast<std::size_t>(results), startOf<T>(isMax, call.rule.semantics));
    foldElements<T>(call.in[0], strides, best,
                    [isMax, passesNan = call.rule.node.passesNan](T known, T x) {
                        const bool stays = isMax ? known > x : known < x;
                        return stays || (passesNan && !(known == known)) ? known : x;
                    });
    return best;
}

template <typename T>
struct Candidate {
    T value;
    std::int64_t position = -1; ///< none yet
};

/// In exact nothing is found, -1, where no element is at least the least number of its type.
template <typename T>
std::vector<std::int64_t> positions(bool isMax, const IntTuple &axes, const ReferenceCall &call)
{
    const auto shape = call.in[0].shape;
    const bool needsOne = call.rule.semantics == Semantics::Fixed;
    std::vector<Candidate<T>> best(static_cast<std::size_t>(call.out[0].count()),
                                   {startOf<T>(isMax, call.rule.semantics), -1});
    StridedWalk within(shape, withinStrides(shape, axes));
    foldElements<T>(call.in[0], resultStrides(shape, axes), best,
                    [&](const Candidate<T> &known, T x) {
                        const Candidate<T> next{x, within.at()};
                        within.next();
                        const bool stays = isMax ? known.value >= x : known.value <= x;
                        return stays && !(needsOne && known.position < 0) ? known : next;
                    });
    std::vector<std::int64_t> found;
    for (const Candidate<T> &candidate : best) {
        found.push_back(candidate.position);
    }
    return found;
}

template <typename T>
void reduceValues(Reduction reduction, const IntTuple &axes, const ReferenceCall &call)
{
    using A = Accumulator<T>;
    const Strides strides = resultStrides(call.in[0].shape, axes);
    const TensorView &out = call.out[0];
    switch (reduction) {
    case Reduction::Sum: store<T>(out, summed<T>(call.in[0], strides, out.count())); return;
    case Reduction::Mean:
        storeMeans<T>(out, summed<T>(call.in[0], strides, out.count()),
                      reducedCount(call.in[0].shape, axes));
        return;
    case Reduction::Prod: {
        std::vector<A> products(static_cast<std::size_t>(out.count()), A(1));
        foldElements<T>(call.in[0], strides, products,
                        [](A product, T x) { return static_cast<A>(product * static_cast<A>(x)); });
        store<T>(out, products);
        return;
    }
    default: store<T>(out, extremes<T>(reduction == Reduction::Max, strides, out.count(), call));
    }
}

} // namespace

std::optional<std::vector<std::int64_t>> collapsedStrides(std::span<const std::int64_t> in,
                                                          std::span<const std::int64_t> out)
{
    Strides strides(in.size(), 0);
    std::size_t left = out.size();
    std::int64_t stride = 1;
    for (std::size_t i = in.size(); i-- > 0;) {
        const bool isMatch = left > 0 && in[i] == out[left - 1];
        if (isMatch) {
            strides[i] = stride;
            stride *= in[i];
        }
        left -= isMatch || (left > 0 && out[left - 1] == 1) ? 1 : 0;
    }
    return left == 0 ? std::optional(strides) : std::nullopt;
}

Status reductionReference(Reduction reduction, const IntTuple &axes, const ReferenceCall &call)
{
    if (!fits(call, axes)) {
        return wrongResult(call);
    }
    const bool isPosition = reduction == Reduction::ArgMax || reduction == Reduction::ArgMin;
    const bool needsElements =
        isPosition || (reduction == Reduction::Mean && !isFloat(call.in[0].type));
    if (needsElements && call.in[0].count() == 0 && call.out[0].count() > 0) {
        return makeError("infer-shape", "each result is of no elements, expected at least 1");
    }
    if (isPosition) {
        return withNumberType(call.in[0].type, [&](auto in) {
            return withNumberType(call.out[0].type, [&](auto out) -> Status {
                const bool isMax = reduction == Reduction::ArgMax;
                store<decltype(out)>(call.out[0], positions<decltype(in)>(isMax, axes, call));
                return {};
            });
        });
    }
    RETURN_IF_FAILED(requireOneType(call));
    return withNumberType(call.in[0].type, [&](auto zero) -> Status {
        reduceValues<decltype(zero)>(reduction, axes, call);
        return {};
    });
}

Status extremeMaskReference(bool isMax, const IntTuple &axes, const ReferenceCall &call)
{
    if (call.in[0].count() != call.out[0].count()) {
        return wrongResult(call);
    }
    const Strides strides = resultStrides(call.in[0].shape, axes);
    const std::int64_t groups = keptCount(call.in[0].shape, axes);
    return withNumberType(call.in[0].type, [&](auto in) {
        return withNumberType(call.out[0].type, [&](auto out) -> Status {
            using In = decltype(in);
            using Out = decltype(out);
            const std::vector<In> best = extremes<In>(isMax, strides, groups, call);
            StridedWalk result(call.in[0].shape, strides);
            for (std::int64_t i = 0; i < call.in[0].count(); ++i, result.next()) {
                const bool isBest =
                    call.in[0].as<In>()[i] == best[static_cast<std::size_t>(result.at())];
                call.out[0].as<Out>()[i] = static_cast<Out>(isBest ? 1 : 0);
            }
            return {};
        });
    });
}

Status collapseSumReference(const ReferenceCall &call)
{
    RETURN_IF_FAILED(requireOneType(call));
    const auto strides = collapsedStrides(call.in[0].shape, call.out[0].shape);
    if (!strides) {
        return wrongResult(call);
    }
    return withNumberType(call.in[0].type, [&](auto zero) -> Status {
        using T = decltype(zero);
        store<T>(call.out[0], summed<T>(call.in[0], *strides, call.out[0].count()));
        return {};
    });
}

} // namespace nervure
