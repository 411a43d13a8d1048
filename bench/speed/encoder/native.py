"""Native onnxruntime on one thread, on the passages of stdin: the figures of child.ts."""
import json
import pathlib
import resource
import sys
import time

import numpy as np
import onnxruntime
import tokenizers

QUERY = "how to open a file safely"
ROUNDS = 3
folder = pathlib.Path(sys.argv[1])
model = pathlib.Path(sys.argv[2])
passages = json.load(sys.stdin)
texts = [text for windows in passages for text in windows]


def bytes_now():
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


start = time.process_time()
tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
tokenizer.no_padding()
tokenizer.enable_truncation(128)
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
options.inter_op_num_threads = 1
session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
load = time.process_time() - start
loaded = bytes_now()


def embed(text):
    array = np.array([tokenizer.encode(text).ids], np.int64)
    feed = {"input_ids": array, "attention_mask": np.ones_like(array), "token_type_ids": np.zeros_like(array)}
    mean = session.run(None, feed)[0][0].mean(0)
    return mean / np.linalg.norm(mean)


def timed(work):
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


first = timed(lambda: embed(QUERY))
for text in texts:
    embed(text)
queries = timed(lambda: [embed(QUERY) for _ in range(20)])
everything = timed(lambda: [embed(text) for _ in range(ROUNDS) for text in texts])
tokens = sum(len(tokenizer.encode(text).ids) for text in texts)
json.dump({
    "loadMs": 1000 * load, "firstQueryMs": first, "queryMs": queries / 20,
    "passagesPerCpuSecond": 1000 * len(passages) * ROUNDS / everything,
    "tokensPerCpuSecond": 1000 * tokens * ROUNDS / everything, "loadedBytes": loaded, "bytes": bytes_now(),
}, sys.stdout)
