// SPDX-License-Identifier: Apache-2.0
// Images in another size.
//
// A work-item computes one row of one plane. A pixel is what lies innermost: one number in NCHW, all
// channels in NHWC.
//
// Memory: in [planes][inHeight][inWidth][pixel], out [planes][outHeight][outWidth][pixel].
// Global size: rows, planes.

// Row i of the output is row i / wholeY of the input, or i * inHeight / outHeight if wholeY is 0;
// columns likewise.
__kernel void nearest(__global const NERVURE_T *in, __global NERVURE_OUT_T *out, int inHeight,
                      int inWidth, int outHeight, int outWidth, int pixel, int wholeY,
                      int wholeX NERVURE_EXTRA_PARAMS)
{
    const int y = get_global_id(0);
    const int plane = get_global_id(1);
    const int fromY = wholeY > 0 ? y / wholeY : (int)((long)y * inHeight / outHeight);
    for (int x = 0; x < outWidth; ++x) {
        const int fromX = wholeX > 0 ? x / wholeX : (int)((long)x * inWidth / outWidth);
        const int from = ((plane * inHeight + fromY) * inWidth + fromX) * pixel;
        const int to = ((plane * outHeight + y) * outWidth + x) * pixel;
        for (int k = 0; k < pixel; ++k) {
            NERVURE_STORE(out, to + k, NERVURE_LOAD(in, from + k));
        }
    }
}

#if NERVURE_IS_FLOAT
// Which two positions a result lies between hangs on the rounding to single precision.
__kernel void bilinear(__global const NERVURE_T *in, __global NERVURE_OUT_T *out, int inHeight,
                       int inWidth, int outHeight, int outWidth, int pixel, float ratioY,
                       float ratioX NERVURE_EXTRA_PARAMS)
{
    const int y = get_global_id(0);
    const int plane = get_global_id(1) * inHeight;
    const float placeY = (float)y * ratioY;
    const int top = (plane + min((int)floor(placeY), inHeight - 1)) * inWidth;
    const int bottom = (plane + min((int)ceil(placeY), inHeight - 1)) * inWidth;
    const NERVURE_V shareY = placeY - floor(placeY);
    for (int x = 0; x < outWidth; ++x) {
        const float placeX = (float)x * ratioX;
        const int left = min((int)floor(placeX), inWidth - 1);
        const int right = min((int)ceil(placeX), inWidth - 1);
        const NERVURE_V shareX = placeX - floor(placeX);
        const int to = (((int)get_global_id(1) * outHeight + y) * outWidth + x) * pixel;
        for (int k = 0; k < pixel; ++k) {
            const NERVURE_V a = NERVURE_LOAD(in, (top + left) * pixel + k);
            const NERVURE_V b = NERVURE_LOAD(in, (top + right) * pixel + k);
            const NERVURE_V c = NERVURE_LOAD(in, (bottom + left) * pixel + k);
            const NERVURE_V d = NERVURE_LOAD(in, (bottom + right) * pixel + k);
            const NERVURE_V above = a + (b - a) * shareX;
            const NERVURE_V below = c + (d - c) * shareX;
            NERVURE_STORE(out, to + k, above + (below - above) * shareY);
        }
    }
}
#endif
