.data
0 0 1 1 f "x
