"""Spark: rdd.pipe of `extract` over four executors on this machine, the first of which is killed half-way.

Arguments: list of names, root of the names, folder for the lines, the binary. Prints one JSON object.
"""

import json
import os
import shlex
import signal
import sys
import threading
import time
from pathlib import Path

from pyspark import SparkConf, SparkContext

names, root, out, binary = sys.argv[1:]
PARTITIONS = 24
COMMAND = [binary, "extract", "--jobs", "1", "--unread-ok", "--root", root, "--files-from", "-"]


def executors(application):
    """Processes of this application's executors."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"org.apache.spark.executor.CoarseGrainedExecutorBackend" in words and application.encode() in words:
            yield int(folder.name)


def kill_one(context, killed):
    """Ends an executor that is at work, once half of the tasks are done."""
    tracker = context.statusTracker()
    while not killed:
        for stage in tracker.getActiveStageIds():
            info = tracker.getStageInfo(stage)
            if info and info.numCompletedTasks >= PARTITIONS // 2 and info.numActiveTasks == 4:
                pid = min(executors(context.applicationId))
                os.kill(pid, signal.SIGKILL)
                killed.append({"after_tasks": info.numCompletedTasks, "active_tasks": info.numActiveTasks})
                return
        time.sleep(0.05)


conf = SparkConf().setMaster("local-cluster[4,1,1024]").setAppName("qsearch")
conf.set("spark.executor.memory", "500m").set("spark.ui.enabled", "false").set("spark.ui.showConsoleProgress", "false")
started = time.monotonic()
context = SparkContext(conf=conf)
ready = time.monotonic()
before = len(list(executors(context.applicationId)))
killed = []
threading.Thread(target=kill_one, args=(context, killed), daemon=True).start()

# checkCode: without it a process that was killed counts as one that is done.
command = " ".join(map(shlex.quote, COMMAND))
context.textFile("file://" + names, PARTITIONS).pipe(command, checkCode=True).saveAsTextFile("file://" + out)

done = time.monotonic()
result = {"start_s": round(ready - started, 1), "job_s": round(done - ready, 1), "executors": before, "killed": killed}
context.stop()
print(json.dumps(result))
