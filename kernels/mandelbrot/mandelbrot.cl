/* SPDX-License-Identifier: Apache-2.0 */
/* mandelbrot - iterations until z = z*z + c leaves the circle of radius 2, for each pixel of a
 * picture: a loop whose end differs wildly from lane to lane.
 */

__kernel void mandelbrot(__global int *iterations, int width, int height, float left, float top,
                         float step, int limit)
{
    int column = get_global_id(0);
    int row = get_global_id(1);

    if (column >= width || row >= height)
        return;

    float cx = left + step * (float)column;
    float cy = top - step * (float)row;
    float x = 0.0f;
    float y = 0.0f;
    int count = 0;
    while (count < limit && x * x + y * y <= 4.0f) {
        float next = x * x - y * y + cx;

        y = 2.0f * x * y + cy;
        x = next;
        count++;
    }
    iterations[row * width + column] = count;
}
