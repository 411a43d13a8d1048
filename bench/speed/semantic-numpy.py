"""The peer of bench/speed/semantic.ts: exact scan of float32 rows with numpy on one thread, the best ten. Prints CPU ms a query."""
import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"
import sys
import time

import numpy as np

rows, queries = int(sys.argv[1]), int(sys.argv[2])
random = np.random.default_rng(20261130)
matrix = random.standard_normal((rows, 384), dtype=np.float32)
matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
wanted = matrix[:queries].copy()
for query in wanted[:3]:
    matrix @ query
started = time.process_time()
for query in wanted:
    scores = matrix @ query
    best = np.argpartition(scores, -10)[-10:]
    best[np.argsort(-scores[best])]
print((time.process_time() - started) * 1000 / queries)
