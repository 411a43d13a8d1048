/** A store of which only a part of the files has vectors. */
import { setMeta } from "../../src/store/meta.ts";
import { openStore } from "../../src/store/store.ts";
import { VECTOR_STATE, vectorState } from "../../src/store/vectors.ts";

/** Leaves vectors to so many of a hundred files, by a hash of their numbers: the same ones of fewer each time. */
export function keepShare(dataDir: string, percent: number): void {
  const store = openStore(dataDir, "write");
  store.db.run("DELETE FROM embedded WHERE ((chunk >> 20) * 2654435761 >> 7) % 100 >= ?", [percent]);
  const { generation, encoder } = vectorState(store);
  setMeta(
    store.db,
    VECTOR_STATE,
    [generation + 1, crypto.getRandomValues(new Uint8Array(8)).toHex(), encoder].join(" "),
  );
  store.close();
}
