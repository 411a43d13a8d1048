"""Fits the polynomials of src/kernels/encoder.kernel.ts: GELU's bump, and e^r of the exponential. Needs numpy."""
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
bump = np.array([u * (1 - erf(u / sqrt(2))) / 2 for u in (nodes + 1) * 2.5])
print("bump of GELU, t = |x| / 2.5 - 1:", *minimax(nodes, bump, 12, np.ones_like(nodes)))
half = np.log(2) / 2
power = np.exp(nodes * half)
coefficients, error = minimax(nodes, power, 4, 1 / power)
print("e^r, r within ± ln 2 / 2:", coefficients / half ** np.arange(4, -1, -1), error)
