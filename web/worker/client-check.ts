/**
 * The check of the client: which files this browser lets in. Called by main.ts.
 *
 * Invariant: bytes reach a page only when a build has them whose leaf this worker verified under the log key and the witnesses that it pinned at its
 * first visit. Changes of the state run one after the other.
 */
import { TooFewWitnesses, verifyBuild, type ProvenBuild } from '@fairpot/fairness/checks/build-proof';
import { hashManifest } from '@fairpot/fairness/client/manifest';
import type { ClientStatus } from '../src/features/client-check/messages.ts';
import { pageAt, typeOf } from './requests.ts';
import { fetchFile, fetchManifest, fetchPins, fetchProof, SiteAway, type ServedFile } from './site.ts';
import {
  buildWith,
  forgetState,
  readState,
  withBuild,
  writeState,
  type Block,
  type ClientState,
  type KeptBuild,
  type Problem,
} from './state.ts';

/** Witnesses follow a new head by seconds. */
const WITNESS_TRIES = 5;
const WITNESS_WAIT_MS = 1_000;
/** The client's one font. No character of such a name means anything in a style sheet. */
const FONT = /^assets\/archivo-[\w-]+\.woff2$/;

/** The site serves what must not run. */
class Blocked extends Error {
  override readonly name = 'Blocked';
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.kind);
    this.problem = problem;
  }
}

export class ClientCheck {
  #state: ClientState | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  /** Pins log and witnesses at the first visit, and verifies the served build. Rejects if it does not hold: then no worker is installed. */
  async begin(): Promise<void> {
    this.#state = await readState();
    if (this.#state !== null) return;
    const pins = await fetchPins();
    const now = Date.now();
    await this.#write({ v: 1, since: now, pins, builds: [], current: null, notice: null, block: null });
    try {
      const { hash } = await this.#learn();
      await this.#write({ ...(await this.#known()), current: hash });
    } catch (error) {
      this.#state = null;
      await forgetState();
      throw error;
    }
  }

  /** What the worker before this one wrote last. */
  async reload(): Promise<void> {
    this.#state = await readState();
  }

  /** The page at `path`; a Block when it must not run. Throws SiteAway. */
  page(path: string): Promise<Response | Block> {
    return this.#inTurn(async () => {
      this.#state ??= await readState();
      const file = this.#state?.block?.file ?? null;
      if (file !== null) {
        const again = await this.#blockUnless(file, () => this.#checkedFile(file));
        if (!(again instanceof Response)) return again;
      }
      return this.#blockUnless(null, () => this.#checkedPage(path));
    });
  }

  /** A file of a build; a Block when it must not run. An answer without the file (404) passes: it runs nothing. Throws SiteAway. */
  async file(path: string): Promise<Response | Block> {
    const name = path.slice(1);
    const served = await fetchFile(path);
    if (!served.response.ok) return new Response(null, { status: served.response.status });
    const { builds } = await this.#known();
    if (buildWith(builds, [name], served.sha256) !== null) return answerWith(served, name);
    return this.#inTurn(() => this.#blockUnless(path, () => this.#checkedFile(path)));
  }

  async status(): Promise<ClientStatus> {
    const { since, pins, builds, current, notice } = await this.#known();
    const shown = builds.map(({ files: _files, ...build }) => build);
    return { since, witnessed: pins.policy !== null, current, notice, builds: shown };
  }

  /** The key that this browser pinned. */
  async logKey(): Promise<string> {
    return (await this.#known()).pins.logKey;
  }

  /** The address of the newest known build's font; null before the first visit. */
  async font(): Promise<string | null> {
    const [newest] = (await this.#known()).builds;
    const file = Object.keys(newest?.files ?? {}).find((path) => FONT.test(path));
    return file === undefined ? null : `/${file}`;
  }

  noticeSeen(): Promise<void> {
    return this.#inTurn(async () => this.#write({ ...(await this.#known()), notice: null }));
  }

  /** Forgets everything, if a page drawn by this worker asked for it. */
  async startOver(token: string | null): Promise<boolean> {
    const { block } = await this.#known();
    if (block === null || token !== block.token) return false;
    this.#state = null;
    await forgetState();
    return true;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #known(): Promise<ClientState> {
    this.#state ??= await readState();
    // The storage of this site was cleared: a first visit again.
    if (this.#state === null) await this.begin();
    if (this.#state === null) throw new Error('no state after begin');
    return this.#state;
  }

  async #write(state: ClientState): Promise<void> {
    this.#state = state;
    await writeState(state);
  }

  /** The file, with the browser's cache passed over: it may hold bytes from before a block. */
  async #checkedFile(path: string): Promise<Response> {
    const served = await fetchFile(path, true);
    if (!served.response.ok) return new Response(null, { status: served.response.status });
    await this.#buildOf(served, [path.slice(1)]);
    return answerWith(served, path.slice(1));
  }

  async #checkedPage(path: string): Promise<Response> {
    const { builds } = await this.#known();
    const { address, files } = pageAt(path, (file) => builds.some((build) => file in build.files));
    const served = await fetchFile(address);
    if (!served.response.ok) throw new SiteAway(`${address}: ${served.response.status}`);
    const found = await this.#buildOf(served, files);
    await this.#show(found.build);
    return answerWith(served, found.path);
  }

  /** The answer of `work`, or why it must not run: kept until the site serves what may run. `file`: the address to ask again; null: the page itself. */
  async #blockUnless(file: string | null, work: () => Promise<Response>): Promise<Response | Block> {
    try {
      const answer = await work();
      const state = await this.#known();
      if (state.block !== null) await this.#write({ ...state, block: null });
      return answer;
    } catch (error) {
      if (!(error instanceof Blocked)) throw error;
      const block: Block = { problem: error.problem, file, at: Date.now(), token: crypto.randomUUID() };
      if (this.#state !== null) await this.#write({ ...this.#state, block });
      return block;
    }
  }

  /** The verified build with these bytes at one of these paths. Throws Blocked when there is none. */
  async #buildOf({ sha256 }: ServedFile, files: readonly string[]): Promise<{ build: KeptBuild; path: string }> {
    const known = buildWith((await this.#known()).builds, files, sha256);
    if (known !== null && known.build === (await this.#known()).builds[0]) return known;
    // Bytes of another build than the newest: the site may serve a newer one, or have announced an older one again.
    const learnt = await this.#learn().catch((error: unknown) => {
      if (known === null) throw error;
      return null;
    });
    const found = known ?? (learnt && buildWith((await this.#known()).builds, files, sha256));
    if (found !== null) return found;
    throw new Blocked({ kind: 'changed', file: files[0] ?? '', found: sha256 });
  }

  /** Verifies the build that the site serves now. Throws Blocked when it does not hold. */
  async #learn(): Promise<ProvenBuild> {
    const text = await fetchManifest();
    const build = hashManifest(text);
    for (let tries = 1; ; tries += 1) {
      const proof = await fetchProof(build);
      const { pins } = await this.#known();
      try {
        if (proof === null) throw new Blocked({ kind: 'unlogged', build });
        const proven = verifyBuild(text, proof, pins);
        await this.#keep(proven);
        return proven;
      } catch (error) {
        if (error instanceof Blocked) throw error;
        if (!(error instanceof TooFewWitnesses)) throw contradiction(build, error);
        if (tries >= WITNESS_TRIES) throw new Blocked({ kind: 'unwitnessed', build });
      }
      await new Promise((resolve) => setTimeout(resolve, WITNESS_WAIT_MS));
    }
  }

  async #keep({ hash, index, announcedAt, manifest, witnesses }: ProvenBuild): Promise<void> {
    const state = await this.#known();
    const files = Object.fromEntries(manifest.files.map(({ path, sha256 }) => [path, sha256]));
    const build = { hash, index, announcedAt, witnesses, commit: manifest.commit, seenAt: Date.now(), files };
    await this.#write({ ...state, builds: withBuild(state.builds, build) });
  }

  /** The page of this build is let in: says so once when it is not the build of the page before. */
  async #show({ hash, index, seenAt }: KeptBuild): Promise<void> {
    const state = await this.#known();
    if (state.current === hash) return;
    // An older leaf, or a new leaf for a build that this browser saw before the one that it leaves.
    const left = state.builds.find((build) => build.hash === state.current);
    const isOlder = left !== undefined && (index < left.index || seenAt < left.seenAt);
    await this.#write({ ...state, current: hash, notice: isOlder ? 'older' : 'new' });
  }
}

function contradiction(build: string, error: unknown): Blocked {
  const why = error instanceof Error ? error.message : String(error);
  return new Blocked({ kind: 'contradicted', build, why });
}

/** The verified bytes, under the headers of the site, except for what could change their meaning. */
function answerWith({ response, bytes }: ServedFile, file: string): Response {
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length', 'refresh', 'link']) headers.delete(name);
  headers.set('content-type', typeOf(file));
  return new Response(bytes, { headers });
}
