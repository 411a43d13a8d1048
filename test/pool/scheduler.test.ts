/** The scheduler against runners that do anything at any time: every task gets one answer, and nothing is left over. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { TaskFailedError } from "../../src/pool/executor.ts";
import { createScheduler, type Runner, type RunnerEvents } from "../../src/pool/scheduler.ts";
import { rounds } from "../rounds.ts";

/** What a runner does with a task. */
type Behaviour = "answer" | "throw" | "die" | "never" | "answer then die" | "refuse";

interface Job {
  readonly id: number;
  readonly behaviour: Behaviour;
}

/** Runners whose answers come in an order that fast-check chooses. */
class FakeRunners {
  alive = 0;
  most = 0;
  started = 0;
  readonly wrongs: string[] = [];

  constructor(
    private readonly schedule: (label: string, action: () => void) => void,
    /** For the n-th start: whether it dies before it is ready. */
    private readonly failsToStart: (start: number) => boolean,
    private readonly wornAfter: number,
  ) {}

  start(events: RunnerEvents<number>): Runner<Job> {
    const number = this.started++;
    this.alive++;
    this.most = Math.max(this.most, this.alive);
    let gone = false;
    let busy = false;
    let served = 0;
    const later = (label: string, action: () => void) => {
      this.schedule(`${label} of runner ${number}`, () => {
        if (!gone) action();
      });
    };
    later("start", () => (this.failsToStart(number) ? events.died("crashed", "no start") : events.ready()));
    return {
      send: ({ id, behaviour }) => {
        if (behaviour === "refuse") throw new TypeError("cannot be cloned");
        if (busy || gone) this.wrongs.push(`task ${id} sent to a runner that is ${gone ? "gone" : "busy"}`);
        busy = true;
        served++;
        later(`${behaviour} to ${id}`, () => {
          if (behaviour === "never") return;
          busy = behaviour === "die";
          if (behaviour === "die") events.died("crashed", "died");
          else if (behaviour === "throw") events.settled({ error: new RangeError("thrown") });
          else events.settled({ value: id * 2 });
          if (behaviour === "answer then die" && !gone) events.died("crashed", "died idle");
        });
      },
      cancel: () => undefined,
      worn: () => served >= this.wornAfter,
      hold: () => undefined,
      end: () => {
        this.leave(gone);
        gone = true;
        return Promise.resolve();
      },
      kill: () => {
        this.leave(gone);
        gone = true;
      },
    };
  }

  private leave(gone: boolean): void {
    if (!gone) this.alive--;
  }
}

const behaviour = fc.constantFrom<Behaviour>(
  "answer",
  "answer",
  "answer",
  "throw",
  "die",
  "never",
  "answer then die",
  "refuse",
);

describe("scheduler", () => {
  test("whatever runners do, every task settles once with its own answer, and no runner is left", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(behaviour, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.boolean(), { maxLength: 3 }),
        fc.integer({ min: 1, max: 4 }),
        async (order, behaviours, size, failingStarts, wornAfter) => {
          const runners = new FakeRunners(
            (label, action) => void order.schedule(Promise.resolve(), label).then(action),
            (start) => failingStarts[start] ?? false,
            wornAfter,
          );
          const executor = createScheduler<Job, number>({
            name: "fake",
            size,
            limits: { timeMs: 60_000 },
            start: (events) => runners.start(events),
          });
          const settled = new Array<number>(behaviours.length).fill(0);
          const tasks = behaviours.map(async (each, id) => {
            try {
              const limits = { timeMs: each === "never" ? 10 : 60_000 };
              const value = await executor.run({ id, behaviour: each }, { limits });
              expect(value).toBe(id * 2);
              return each;
            } catch (error) {
              if (error instanceof TaskFailedError) return error.failure;
              return error instanceof RangeError || error instanceof TypeError ? error.name : Promise.reject(error);
            } finally {
              settled[id] = (settled[id] ?? 0) + 1;
            }
          });
          const ends = await order.waitFor(Promise.all(tasks));
          expect(settled.every((times) => times === 1)).toBe(true);
          for (const [id, each] of behaviours.entries()) {
            const allowed: Record<Behaviour, readonly string[]> = {
              answer: ["answer"],
              "answer then die": ["answer then die"],
              throw: ["RangeError"],
              refuse: ["TypeError"],
              die: ["crashed"],
              never: ["time_limit"],
            };
            // Any task may be told that no runner starts, and may have been handed to one that dies of its last task.
            const unlucky = failingStarts.includes(true) || behaviours.includes("answer then die");
            const also = unlucky ? ["crashed"] : [];
            expect([...allowed[each], ...also]).toContain(ends[id] ?? "nothing");
          }
          await executor.close(10);
          expect(runners.wrongs).toEqual([]);
          expect(runners.alive).toBe(0);
          expect(runners.most).toBeLessThanOrEqual(size);
        },
      ),
      { seed: 20261130, numRuns: rounds(150) },
    );
  });

  test("tasks start in the order they came", async () => {
    const seen: number[] = [];
    const runners = new FakeRunners(
      (_label, action) => queueMicrotask(action),
      () => false,
      99,
    );
    const executor = createScheduler<Job, number>({
      name: "fake",
      size: 1,
      limits: { timeMs: 1_000 },
      start: (events) => {
        const runner = runners.start(events);
        const send: typeof runner.send = (job, options) => {
          seen.push(job.id);
          runner.send(job, options);
        };
        return { ...runner, send };
      },
    });
    await Promise.all([0, 1, 2, 3, 4].map((id) => executor.run({ id, behaviour: "answer" })));
    expect(seen).toEqual([0, 1, 2, 3, 4]);
    await executor.close();
  });

  test("closing twice is closing", async () => {
    const runners = new FakeRunners(
      (_label, action) => queueMicrotask(action),
      () => false,
      99,
    );
    const executor = createScheduler<Job, number>({
      name: "fake",
      size: 1,
      limits: { timeMs: 1_000 },
      start: (events) => runners.start(events),
    });
    await executor.run({ id: 1, behaviour: "answer" });
    await Promise.all([executor.close(), executor.close()]);
    await executor.close();
    expect(runners.alive).toBe(0);
  });
});
