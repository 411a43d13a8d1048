"""Fits the polynomials of src/kernels/encoder.kernel.ts: GELU's bump, and 2^r of softmax. Needs numpy."""
from math import erf, sqrt

import numpy as np
from numpy.polynomial import chebyshev


def minimax(t, y, degree, weight):
    """Coefficients in t (highest first) of least largest weighted error, by reweighted least squares."""
    weights = np.ones_like(t)
    for _ in range(300):
        series = chebyshev.chebfit(t, y, degree, w=weight * weights)
        error = abs(chebyshev.chebval(t, series) - y) * weight
        weights *= 0.5 + error / error.max()
        weights /= weights.mean()
    return chebyshev.cheb2poly(series)[::-1], error.max()


nodes = np.cos((np.arange(4000) + 0.5) * np.pi / 4000)
bump = np.array([u * (1 - erf(u / sqrt(2))) / 2 for u in (nodes + 1) * 2])
print("bump of GELU, t = |x| / 2 - 1:", *minimax(nodes, bump, 7, np.ones_like(nodes)))
power = 2 ** (nodes / 2)
coefficients, error = minimax(nodes, power, 3, 1 / power)
print("2^r, r within ± 1/2:", coefficients * 2.0 ** np.arange(3, -1, -1), error)
