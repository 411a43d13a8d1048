"""Texts (JSON list on stdin) → the reference's word pieces and vectors, as JSON on stdout.

`ids`: at most 128 a text, [CLS] and [SEP] among them; `all`: SHA-256 over all pieces of each text, comma-separated;
`vectors`: float16 rows of 384, little-endian, base64.
"""
import base64
import hashlib
import json
import pathlib
import sys

import numpy as np
import onnxruntime
import tokenizers

folder = pathlib.Path(sys.argv[1])
tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
tokenizer.no_padding()
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
session = onnxruntime.InferenceSession(str(folder / "model.int8.onnx"), options, providers=["CPUExecutionProvider"])

texts = json.load(sys.stdin)
tokenizer.no_truncation()
everything = [hashlib.sha256(",".join(map(str, tokenizer.encode(text).ids)).encode()).hexdigest()[:16] for text in texts]
tokenizer.enable_truncation(128)
ids = [tokenizer.encode(text).ids for text in texts]
rows = []
for row in ids:
    array = np.array([row], np.int64)
    feed = {"input_ids": array, "attention_mask": np.ones_like(array), "token_type_ids": np.zeros_like(array)}
    mean = session.run(None, feed)[0][0].astype(np.float64).mean(0)
    rows.append(mean / np.linalg.norm(mean))
json.dump({
    "made_with": {"onnxruntime": onnxruntime.__version__, "tokenizers": tokenizers.__version__, "numpy": np.__version__},
    "ids": [",".join(map(str, row)) for row in ids],
    "all": everything,
    "vectors": base64.b64encode(np.array(rows).astype("<f2").tobytes()).decode(),
}, sys.stdout)
