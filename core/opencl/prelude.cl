// SPDX-License-Identifier: Apache-2.0
// In front of every kernel of Nervure.
//
// How a kernel hands over one result, and what it takes beyond its own parameters. A fused group
// defines both: its followers compute on the value before it is stored and read their other
// operands through the extra parameters.
//   NERVURE_STORE(pointer, index, value)   index: flat row-major position in the output (int)
//   NERVURE_EXTRA_PARAMS                   end of the parameter list, with its leading comma
#ifndef NERVURE_STORE
#define NERVURE_STORE(pointer, index, value) ((pointer)[index] = (value))
#endif
#ifndef NERVURE_EXTRA_PARAMS
#define NERVURE_EXTRA_PARAMS
#endif

// Fused results must equal unfused ones up to the contraction the kernels ask for by fma().
#pragma OPENCL FP_CONTRACT OFF

// Expressions that NNVM's element-wise operators share; comparisons with NaN are false, so that
// a NaN on the left gives the right operand.
#define NERVURE_MAX(a, b) ((a) > (b) ? (a) : (b))
#define NERVURE_MIN(a, b) ((a) < (b) ? (a) : (b))
