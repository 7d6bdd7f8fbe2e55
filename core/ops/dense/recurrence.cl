// SPDX-License-Identifier: Apache-2.0
// One layer of a recurrent network in one direction, from step `begin` up to `end`; what the data adds
// to each gate was computed before.
//
// A work-item computes LANES units of SEQUENCES sequences at a time: the sums of their gates are
// vectors of neighbouring units, which the numbers of the last state are broadcast to. The items of a
// group share the units of its sequences, and wait for each other at the end of a step.
//
// Memory: given [steps][sequences][GATES][units]; out [steps][sequences][units]; states and cells
// [sequences][units]; bias [GATES][units]; weight, packed, [blocks of units][units][GATES][LANES];
// scratch, where a step has two products, [2][sequences][units]; lengths [sequences].

#ifndef NERVURE_LANES
#define NERVURE_LANES 16
#endif
#ifndef NERVURE_GATES
#define NERVURE_GATES 4 // lstm 4, gru 3, else 1
#endif
#ifndef NERVURE_SEQUENCES
#define NERVURE_SEQUENCES 1 // of an item; divide their number
#endif
#ifndef NERVURE_IS_REVERSE
#define NERVURE_IS_REVERSE 0
#endif
#ifndef NERVURE_RESETS_BEFORE
#define NERVURE_RESETS_BEFORE 0
#endif
#ifndef NERVURE_HAS_LENGTHS
#define NERVURE_HAS_LENGTHS 0 // of sequences that end before the last step; an item has one then
#endif
#ifndef NERVURE_IS_RELU
#define NERVURE_IS_RELU 0
#endif

#define LANES NERVURE_LANES
#define GATES NERVURE_GATES
#define SEQUENCES NERVURE_SEQUENCES
#define FLOATV NERVURE_JOIN(float, NERVURE_LANES)
#define SIGMOID(x) (1.0f / (1.0f + exp(-(x))))

// Adds to the gates from `first` up to `stop` what the states of the sequences give, `units` apart.
#define ADD_PRODUCTS(sum, first, stop, states)                                                     \
    {                                                                                              \
        __global const float *w = weight + block * units * GATES * LANES;                          \
        for (int k = 0; k < units; ++k, w += GATES * LANES) {                                      \
            float value[SEQUENCES];                                                                \
            _Pragma("unroll") for (int s = 0; s < SEQUENCES; ++s)                                  \
            {                                                                                      \
                value[s] = (states)[s * units + k];                                                \
            }                                                                                      \
            _Pragma("unroll") for (int g = first; g < stop; ++g)                                   \
            {                                                                                      \
                const FLOATV factor = NERVURE_LOAD_LANES(w, g * LANES);                            \
                _Pragma("unroll") for (int s = 0; s < SEQUENCES; ++s)                              \
                {                                                                                  \
                    sum[g][s] = fma((FLOATV)(value[s]), factor, sum[g][s]);                        \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }

// Neighbouring units; the last block may lack some.
FLOATV unitsFrom(__global const float *from, int count)
{
    if (count >= LANES) {
        return NERVURE_LOAD_LANES(from, 0);
    }
    float lanes[LANES];
    for (int i = 0; i < LANES; ++i) {
        lanes[i] = i < count ? from[i] : 0.0f;
    }
    return NERVURE_LOAD_LANES(lanes, 0);
}

void putUnits(FLOATV value, __global float *to, int count)
{
    if (count >= LANES) {
        NERVURE_PUT_LANES(value, to, 0);
        return;
    }
    float lanes[LANES];
    NERVURE_PUT_LANES(value, lanes, 0);
    for (int i = 0; i < count; ++i) {
        to[i] = lanes[i];
    }
}

// Global size: items of a group, groups of SEQUENCES.
NERVURE_VECTOR_KERNEL void recurrence(__global const float *restrict given,
                                      __global const float *restrict weight,
                                      __global const float *restrict bias,
                                      __global const float *firstState,
                                      __global const float *firstCell, __global float *out,
                                      __global float *state, __global float *cell,
                                      __global float *scratch,
                                      __global const int *lengths, int begin, int end,
                                      int steps, int sequences, int units)
{
    const int blocks = (units + LANES - 1) / LANES;
    const int sequence = get_global_id(1) * SEQUENCES;
    const int ownSequence = sequence * units;
#if NERVURE_HAS_LENGTHS
    const int length = clamp(lengths[sequence], 0, steps);
#else
    const int length = steps;
#endif
    for (int i = begin; i < min(end, length); ++i) {
        const int step = NERVURE_IS_REVERSE ? length - 1 - i : i;
        const int last = NERVURE_IS_REVERSE ? step + 1 : step - 1;
        __global const float *before =
            (i == 0 ? firstState : out + last * sequences * units) + ownSequence;
        __global const float *lastCell = (i == 0 ? firstCell : cell) + ownSequence;
        __global float *now = out + step * sequences * units + ownSequence;
        __global const float *data = given + (step * sequences + sequence) * GATES * units;
#if NERVURE_RESETS_BEFORE
        __global float *kept = scratch + ownSequence;
        __global float *updates = scratch + sequences * units + ownSequence;
        for (int block = get_global_id(0); block < blocks; block += get_global_size(0)) {
            const int unit = block * LANES;
            FLOATV sum[GATES][SEQUENCES];
#pragma unroll
            for (int g = 0; g < 2; ++g) {
#pragma unroll
                for (int s = 0; s < SEQUENCES; ++s) {
                    sum[g][s] = unitsFrom(bias + g * units + unit, units - unit);
                }
            }
            ADD_PRODUCTS(sum, 0, 2, before)
#pragma unroll
            for (int s = 0; s < SEQUENCES; ++s) {
                __global const float *own = data + s * GATES * units + unit;
                const int at = s * units + unit;
                const FLOATV reset = SIGMOID(sum[0][s] + unitsFrom(own, units - unit));
                putUnits(reset * unitsFrom(before + at, units - unit), kept + at, units - unit);
                putUnits(sum[1][s] + unitsFrom(own + units, units - unit), updates + at,
                         units - unit);
            }
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
#endif
        for (int block = get_global_id(0); block < blocks; block += get_global_size(0)) {
            const int unit = block * LANES;
            const int count = units - unit;
            FLOATV sum[GATES][SEQUENCES];
#pragma unroll
            for (int g = NERVURE_RESETS_BEFORE ? 2 : 0; g < GATES; ++g) {
#pragma unroll
                for (int s = 0; s < SEQUENCES; ++s) {
                    sum[g][s] = unitsFrom(bias + g * units + unit, count);
                }
            }
#if NERVURE_RESETS_BEFORE
            ADD_PRODUCTS(sum, 2, 3, kept)
#else
            ADD_PRODUCTS(sum, 0, GATES, before)
#endif
#pragma unroll
            for (int s = 0; s < SEQUENCES; ++s) {
                __global const float *own = data + s * GATES * units + unit;
                const int at = s * units + unit;
#define GIVEN(gate) unitsFrom(own + (gate)*units, count)
#if NERVURE_GATES == 4
                const FLOATV input = SIGMOID(sum[0][s] + GIVEN(0));
                const FLOATV forget = SIGMOID(sum[1][s] + GIVEN(1));
                const FLOATV fresh = tanh(sum[2][s] + GIVEN(2));
                const FLOATV content = forget * unitsFrom(lastCell + at, count) + input * fresh;
                putUnits(content, cell + ownSequence + at, count);
                const FLOATV next = SIGMOID(sum[3][s] + GIVEN(3)) * tanh(content);
#elif NERVURE_GATES == 3
#if NERVURE_RESETS_BEFORE
                const FLOATV update = SIGMOID(unitsFrom(updates + at, count));
                const FLOATV fresh = tanh(sum[2][s] + GIVEN(2));
#else
                const FLOATV reset = SIGMOID(sum[0][s] + GIVEN(0));
                const FLOATV update = SIGMOID(sum[1][s] + GIVEN(1));
                const FLOATV fresh = tanh(GIVEN(2) + reset * sum[2][s]);
#endif
                const FLOATV next =
                    (1.0f - update) * fresh + update * unitsFrom(before + at, count);
#elif NERVURE_IS_RELU
                const FLOATV next = fmax(sum[0][s] + GIVEN(0), (FLOATV)(0.0f));
#else
                const FLOATV next = tanh(sum[0][s] + GIVEN(0));
#endif
                putUnits(next, now + at, count);
                if (i == length - 1) {
                    putUnits(next, state + ownSequence + at, count);
                }
            }
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
#if NERVURE_HAS_LENGTHS
    for (int unit = get_global_id(0); unit < units; unit += get_global_size(0)) {
        for (int step = length; step < steps; ++step) {
            out[step * sequences * units + ownSequence + unit] = 0.0f;
        }
        if (length == 0) {
            state[ownSequence + unit] = firstState[ownSequence + unit];
#if NERVURE_GATES == 4
            cell[ownSequence + unit] = firstCell[ownSequence + unit];
#endif
        }
    }
#endif
}

// Global size: units, blocks of them. Weights come as [GATES][units][units], columns last.
NERVURE_VECTOR_KERNEL void recurrence_pack(__global const float *restrict weight,
                                           __global float *restrict packed, int units)
{
    const int k = get_global_id(0);
    const int block = get_global_id(1);
    __global float *to = packed + (block * units + k) * GATES * LANES;
    for (int g = 0; g < GATES; ++g) {
        for (int lane = 0; lane < LANES; ++lane) {
            const int unit = block * LANES + lane;
            to[g * LANES + lane] = unit < units ? weight[(g * units + unit) * units + k] : 0.0f;
        }
    }
}
