"""Ray: map_batches over two actors that each keep an `extract` process, written as Parquet with the schema of `--mapping parquet-arrow`.

Arguments: list of names, root of the names, folder for the Parquet files, the binary. One of the processes is killed in its first batch.
Prints one JSON object.
"""

import json
import subprocess
import sys
import threading
import time

import pyarrow as pa
import ray

names, root, out, binary = sys.argv[1:]
COMMAND = [binary, "extract", "--jobs", "1", "--unread-ok", "--root", root, "--files-from", "-"]
TRIES = 3

module = {}
exec(subprocess.run([binary, "extract", "--mapping", "parquet-arrow"], check=True, capture_output=True).stdout, module)
# End records are kept in the same files, so that they can be counted.
SCHEMA = module["schema"].append(pa.field("end", pa.string())).append(pa.field("error", pa.string()))


class Extract:
    """Holds one process for all batches; another takes over where it died, from the first file without an end record."""

    def __init__(self, kills):
        self.kills = kills
        self.start()

    def start(self):
        self.process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def feed(self, wanted):
        try:
            self.process.stdin.write("".join(name + "\n" for name in wanted).encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def lines(self, wanted):
        """Whole files alone: lines of a file without an end record are left."""
        feeder = threading.Thread(target=self.feed, args=(wanted,))
        feeder.start()
        files, file = [], []
        for line in self.process.stdout:
            # The last line of a process that was killed may be torn.
            if not line.endswith(b"\n"):
                break
            file.append(json.loads(line))
            if "end" in file[-1]:
                files.append(file)
                file = []
                if len(files) == len(wanted):
                    break
                if self.kills and len(files) == 10:
                    self.kills = False
                    self.process.kill()
        feeder.join()
        return files

    def __call__(self, batch):
        wanted = [str(name) for name in batch["item"]]
        rows, tries = [], 0
        while wanted:
            files = self.lines(wanted)
            rows += [row for file in files for row in file]
            tries = 0 if files else tries + 1
            if tries == TRIES:
                raise RuntimeError("extract ends at " + wanted[0])
            wanted = wanted[len(files) :]
            if wanted:
                self.process.wait()
                self.start()
        return pa.Table.from_pylist(rows, schema=SCHEMA)


started = time.monotonic()
ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
ray.data.DataContext.get_current().enable_progress_bars = False
ready = time.monotonic()
with open(names) as file:
    items = [{"item": line.rstrip("\n")} for line in file]
dataset = ray.data.from_items(items, override_num_blocks=24)
dataset = dataset.map_batches(
    Extract,
    fn_constructor_args=(True,),
    batch_size=200,
    batch_format="numpy",
    compute=ray.data.ActorPoolStrategy(size=2),
)
dataset.write_parquet(out)
done = time.monotonic()
print(json.dumps({"start_s": round(ready - started, 1), "job_s": round(done - ready, 1), "actors": 2, "killed_processes": 2}))
