/**
 * The powers of a site's own operator, for e2e/operator: owner of the database, holder of the log's key, access to the secrets and to the public
 * beacon. What he lacks are the signing keys of the beacon and of a witness.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import { formatCheckpoint } from '@fairpot/fairness/tree/checkpoint';
import { fromHex } from '@fairpot/fairness/encoding/bytes';
import { rootOf } from '@fairpot/fairness/tree/merkle';
import { signNote } from '@fairpot/fairness/tree/note';
import { filesOf, treeOf } from '@fairpot/fairness/testing/logs';
import { bundlePath, parseBundle, TILE_WIDTH } from '@fairpot/fairness/tree/tiles';
import { sql, type Sql } from '../../server/src/platform/database/sql.ts';
import { untilDone } from './soak/crowd.ts';
import type { FastSite } from './soak/fast-site.ts';
import { runVerifier, type VerifierVerdict } from './soak/verifier.ts';

interface Addresses {
  readonly drand: string;
  readonly drandChain: DrandChain;
  readonly witness: { readonly key: string; readonly url: string };
}

/** A saved log: its leaves in order, as text. */
export interface SavedLog {
  readonly folder: string;
  readonly leaves: readonly string[];
}

const decoder = new TextDecoder();

export class Operator {
  readonly site: FastSite;
  readonly chain: DrandChain;
  /** Verifier key of the log, as strangers pinned it before any attack. */
  readonly logKey: string;
  readonly #addresses: Addresses;
  readonly #policy: string;

  private constructor(site: FastSite, addresses: Addresses, logKey: string) {
    this.site = site;
    this.#addresses = addresses;
    const { chainHash, publicKey, genesisMs, periodMs, scheme } = addresses.drandChain;
    this.chain = { chainHash, publicKey, genesisMs, periodMs, scheme };
    this.logKey = logKey;
    this.#policy = join(site.folder, 'policy');
    const { key, url } = addresses.witness;
    writeFileSync(this.#policy, `log ${logKey}\nwitness simulated ${key} ${url}\nquorum simulated\n`);
  }

  static async of(site: FastSite): Promise<Operator> {
    const file = join(site.folder, 'simulators', 'addresses.json');
    const key = await untilDone(async () => {
      const answer = await fetch(`${site.origin}/api/fair/log/head`);
      if (!answer.ok) throw new Error(`the log of a new site has no head yet: ${answer.status}`);
      return ((await answer.json()) as { response: { key: string } }).response.key;
    });
    return new Operator(site, JSON.parse(readFileSync(file, 'utf8')) as Addresses, key);
  }

  /** Writes what no role of the site may: as the owner, with every trigger off. */
  async write(...statements: readonly Sql[]): Promise<void> {
    await this.site.db.transaction(async (tx) => {
      await tx.run(sql`set local session_replication_role = 'replica'`);
      for (const statement of statements) await tx.run(statement);
    });
  }

  /** The beacon's signature of a published round. */
  async signatureOf(round: number): Promise<string> {
    const answer = await fetch(`${this.#addresses.drand}/v2/beacons/quicknet/rounds/${round}`);
    if (!answer.ok) throw new Error(`round ${round} is not out: ${answer.status}`);
    return ((await answer.json()) as { signature: string }).signature;
  }

  /** `fairpot-verify --all` with the log's key pinned and the witness named, for the site or a saved log. */
  verify(...args: readonly string[]): Promise<VerifierVerdict> {
    const from = args.includes('--from') ? [] : ['--site', this.site.origin];
    const trust = ['--log-key', this.logKey, '--witness-policy', this.#policy];
    return runVerifier(...from, ...trust, ...args);
  }

  /** As `verify`, without a witness: only contradictions within the log. */
  verifyAlone(...args: readonly string[]): Promise<VerifierVerdict> {
    return runVerifier(...args, '--log-key', this.logKey);
  }

  /** Saves the whole log of the site, which must pass. */
  async save(name: string): Promise<SavedLog & { readonly verdict: VerifierVerdict }> {
    const folder = join(this.site.folder, name);
    const verdict = await this.verify('--save', folder);
    const size = Number(readFileSync(join(folder, 'checkpoint'), 'utf8').split('\n')[1]);
    const leaves = Array.from({ length: Math.ceil(size / TILE_WIDTH) }, (_, i) => {
      const path = bundlePath(i, Math.min(TILE_WIDTH, size - i * TILE_WIDTH));
      return parseBundle(new Uint8Array(readFileSync(join(folder, path)))).map((entry) => decoder.decode(entry));
    }).flat();
    return { folder, leaves, verdict };
  }

  /** A log of these leaves under the site's own key, in place of the saved one, together with the witness's cosignatures saved so far. */
  async sign(name: string, leaves: readonly string[], saved: SavedLog): Promise<string> {
    const note = await this.signHead(leaves);
    const folder = join(this.site.folder, name);
    for (const [path, bytes] of new Map([...filesOf(leaves), ['checkpoint', new TextEncoder().encode(note)]])) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    copyFileSync(`${saved.folder}.cosigned.json`, `${folder}.cosigned.json`);
    return folder;
  }

  /** A head of these leaves under the site's own key, as a signed note without a witness. */
  async signHead(leaves: readonly string[]): Promise<string> {
    const { logName } = await this.site.db.one<{ logName: string }>(sql`select name as "logName" from log_state`);
    const secretKey = fromHex(readFileSync(join(this.site.folder, 'log-key'), 'utf8').trim());
    const root = rootOf(treeOf(leaves).read, leaves.length);
    const head = formatCheckpoint({ origin: logName, size: leaves.length, root });
    return signNote(head, [{ name: logName, secretKey }]);
  }
}
