/** Whatever filters a query has, SQLite applies them inside the MATCH, before it sorts and cuts. */
import { expect, test } from "bun:test";
import { planSearch } from "../../src/index-search/plan.ts";
import { visibleRoots } from "../../src/index-search/visible.ts";
import { type SearchRequest, searchRequestSchema } from "../../src/request/search-request.ts";
import { Postings } from "../../src/store/postings.ts";
import type { Store } from "../../src/store/store.ts";
import { indexed } from "./indexed.ts";

const FILTERS = [
  "path:a",
  "-path:zzz",
  "ext:txt",
  "-ext:md",
  "lang:text",
  "-lang:python",
  "type:doc",
  "-type:test",
  "after:2020-01-01",
  "before:2090-01-01",
];

/** Every statement on the postings that `body` prepares, with its query plan. */
function plansOf(store: Store, body: () => void): { sql: string; plan: string }[] {
  const seen: string[] = [];
  const statement = store.statement.bind(store);
  store.statement = ((sql: string) => {
    if (sql.includes("MATCH")) seen.push(sql);
    return statement(sql);
  }) as Store["statement"];
  body();
  return seen.map((sql) => {
    const rows = store.db.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql.replaceAll("?", "'1'")}`).all();
    return { sql, plan: rows.map(({ detail }) => detail).join("\n") };
  });
}

test("every combination of filters acts inside the MATCH", async () => {
  const it = await indexed({ "a.txt": "golden bearing", "b.txt": "golden", "c.md": "golden", "d/e.txt": "golden" });
  it.store((store) => {
    const roots = visibleRoots(it.settings, "user", store);
    const postings = new Postings(store);
    for (let mask = 0; mask < 2 ** FILTERS.length; mask++) {
      const filters = FILTERS.filter((_, bit) => mask & (1 << bit));
      const given: Partial<SearchRequest>[] = [{}, { ext: ["txt"] }, { path_prefix: [it.world.path("d")] }];
      for (const options of given) {
        const request = searchRequestSchema.parse({ ...options, query: ["golden", ...filters].join(" ") });
        const plan = planSearch(store, request, { timezone: "UTC", now: 0, roots });
        if (filters.length > 0 || Object.keys(options).length > 0) expect(plan.files).not.toBeNull();
        if (mask % 64 !== 0) continue;
        const [first] = plan.wanted;
        const plans = plansOf(store, () => {
          postings.best({ match: first?.match ?? "", files: plan.files, weights: [1, 1, 1, 1] }, 10);
          postings.filesMatching(first?.match ?? "", plan.files);
        });
        expect(plans.length).toBeGreaterThan(0);
        for (const each of plans) {
          // One look at the virtual table, by its MATCH; the ids are a list inside the same statement.
          expect(each.plan.match(/SCAN fts VIRTUAL TABLE INDEX \d+:M/g)).toHaveLength(1);
          if (plan.files !== null)
            expect(each.sql).toMatch(/MATCH \?\s+AND rowid >> 10 IN \(SELECT value FROM json_each\(\?\)\)/);
          if (plan.files !== null) expect(each.plan).toMatch(/LIST SUBQUERY/);
        }
      }
    }
  });
}, 60_000);
