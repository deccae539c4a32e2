// SPDX-License-Identifier: Apache-2.0
// textures.cu - kernels that read textures and use surfaces: references and objects.
texture<float, 1, cudaReadModeElementType> line;
texture<float, 2, cudaReadModeElementType> plane;
texture<uchar4, 2, cudaReadModeNormalizedFloat> colours;
surface<void, 2> drawing;

extern "C" __global__ void gather(const int *index, float *out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = tex1Dfetch(line, index[i]);
}

extern "C" __global__ void sample(const float *x, const float *y, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = tex2D(plane, x[i], y[i]);
}

extern "C" __global__ void brightness(float *out, int width)
{
    const float4 c = tex2D(colours, threadIdx.x + 0.5f, blockIdx.x + 0.5f);
    out[blockIdx.x * width + threadIdx.x] = c.x + 2 * c.y + 4 * c.z + 8 * c.w;
}

extern "C" __global__ void draw(int width)
{
    surf2Dwrite((int)(blockIdx.x * 100 + threadIdx.x), drawing, threadIdx.x * 4, blockIdx.x);
}

extern "C" __global__ void sample_object(cudaTextureObject_t texture, float *out, float step)
{
    const int i = threadIdx.x;
    out[i] = tex1D<float>(texture, i * step) + tex2D<float>(texture, i * step, 0.5f);
}

extern "C" __global__ void load_object(cudaTextureObject_t texture, int2 *out)
{
    out[threadIdx.x] = tex1Dfetch<int2>(texture, threadIdx.x);
}

// Handles from memory: TEX.B, SULD and SUST with a register.
extern "C" __global__ void pick(const cudaTextureObject_t *textures,
                                const cudaSurfaceObject_t *surfaces, float *out)
{
    const int i = threadIdx.x;
    const float value = tex2D<float>(textures[i & 1], i + 0.5f, 0.5f);
    surf2Dwrite(value, surfaces[0], (i + 8) * 4, 0, cudaBoundaryModeZero);
    out[i] = surf2Dread<float>(surfaces[0], (i + 8) * 4, 0, cudaBoundaryModeClamp);
}
