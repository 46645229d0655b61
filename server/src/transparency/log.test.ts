/** Fifty rounds played through the world, their log served over HTTP, and all of it checked as an outsider would. */
import { GAME_NAMES } from '@fairpot/contract/games/games';
import {
  getLogConsistency,
  getLogHead,
  getLogProof,
  listLoggedRounds,
  listMyRounds,
} from '@fairpot/contract/log/schemas';
import { RESULTS_VISIBLE_AFTER_MS } from '@fairpot/contract/log/views';
import type { LogHead } from '@fairpot/contract/log/schemas';
import { fromBase64 } from '@fairpot/fairness/encoding/base64';
import { canon } from '@fairpot/fairness/encoding/canon';
import { utf8 } from '@fairpot/fairness/encoding/bytes';
import { openCheckpoint, verifyLogProof } from '@fairpot/fairness/tree/checkpoint';
import { checkHead, checkRoundInLog } from '@fairpot/fairness/log/log-check';
import { parseLeaf } from '@fairpot/fairness/log/leaf';
import { leafHash, verifyConsistency, verifyInclusion } from '@fairpot/fairness/tree/merkle';
import { parseVerifierKey } from '@fairpot/fairness/tree/note';
import { tilePath, tilesOf } from '@fairpot/fairness/tree/tiles';
import { main as fairpotVerify } from '@fairpot/fairness/cli/main';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { appendTerms } from '../games/kit/leaves.ts';
import { GAME_SETTINGS } from '../games/games.ts';
import { writeSetting } from '../../testing/settings.ts';
import { downloaded, findingsIn, makeLoggedTable, type LoggedTable } from '../../testing/transparency/log.fixture.ts';
import { transparencyFeature } from './transparency.feature.ts';

let table: LoggedTable;
let base = '';
let ids: string[] = [];

beforeAll(async () => {
  table = await makeLoggedTable();
  ids = await table.play(50);
  base = `${(await table.world.http()).url}/api/fair/log`;
}, 120_000);
afterAll(() => table.world.close());

const headOf = (): Promise<LogHead> => table.world.run(getLogHead, null, {});

describe('the whole log', () => {
  test('holds, read leaf by leaf', async () => {
    const entries = await downloaded(base);
    // Terms; three leaves for each of 45 rounds, two for each of the five cancelled ones.
    expect(entries.length).toBe(1 + 45 * 3 + 5 * 2);
    expect(findingsIn(entries)).toEqual([]);
  });

  test('holds for the command that players run', async () => {
    const said: string[] = [];
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
    const { key } = await headOf();
    const asked = ['--all', '--site', base.replace('/api/fair/log', ''), '--quiet'];
    const unpinned = await fairpotVerify(asked);
    const status = await fairpotVerify([...asked, '--log-key', key]).finally(() => spy.mockRestore());
    expect(said.join('')).toMatch(/146 leaves; rounds: 45 settled, 5 cancelled, 0 voided, 0 running/);
    // The key that a log supplies itself does not show whose it is.
    expect([unpinned, status]).toEqual([3, 0]);
  });

  test('does not contain player names', async () => {
    const text = (await downloaded(base)).map((entry) => new TextDecoder().decode(entry)).join('\n');
    expect(text).not.toMatch(/ply_|7656119\d{10}|player \d/);
  });

  test('logs a change of fees automatically, and rounds at the new rate hold', async () => {
    const { world } = table;
    await world.clock.advance(120_000);
    await writeSetting(world.db, GAME_SETTINGS, 'coinflip.feeBps', 300, world.clock.now());
    await writeSetting(world.db, GAME_SETTINGS, 'coinflip.feeBps', 300, world.clock.now());
    await writeSetting(world.db, GAME_SETTINGS, 'coinflip.minbetCents', 900, world.clock.now());
    const { id } = await table.lockedGame();
    await table.settle();
    const leaves = (await downloaded(base)).map((entry) => parseLeaf(entry));
    expect(leaves.filter((leaf) => leaf.type === 'fee')).toMatchObject([{ game: 'coinflip', feeBps: 300 }]);
    expect(leaves.findLast((leaf) => leaf.type === 'open')).toMatchObject({ roundId: id, feeBps: 300 });
    expect(findingsIn(await downloaded(base))).toEqual([]);
  });

  test('announces its terms once, and again only when they change', async () => {
    const { deps } = table.world;
    const count = async () => (await downloaded(base)).filter((entry) => parseLeaf(entry).type === 'terms').length;
    await transparencyFeature(deps).start?.();
    await table.world.sweepAll();
    expect(await count()).toBe(1);
    const drandChain = { ...deps.drandChain, chainHash: '11'.repeat(32) };
    await transparencyFeature({ ...deps, drandChain }).start?.();
    await table.world.sweepAll();
    expect(await count()).toBe(2);
  });

  // The next start of a site after a game was added or removed.
  test('announces its terms again when the games change, and the log still holds', async () => {
    const { world } = table;
    const { deps } = world;
    const terms = async () =>
      (await downloaded(base)).flatMap((entry) => {
        const leaf = parseLeaf(entry);
        return leaf.type === 'terms' ? [leaf] : [];
      });
    const last = (await terms()).at(-1)!;
    const { casebattle: _, ...fewer } = last.fees;
    for (const fees of [fewer, { ...last.fees, duel: 400 }]) {
      const before = (await terms()).length;
      const at = world.clock.now();
      await world.db.transaction((tx) => appendTerms(tx, canon({ v: 'fp/2', ...last, at, fees }), at));
      const drandChain = { ...deps.drandChain, chainHash: last.drand.chainHash };
      await transparencyFeature({ ...deps, drandChain }).start?.();
      await world.sweepAll();
      const announced = await terms();
      expect(announced).toHaveLength(before + 2);
      expect(announced.at(-1)).toMatchObject({ fees: last.fees });
      expect(Object.keys(last.fees).sort()).toEqual([...GAME_NAMES].sort());
    }
    expect(findingsIn(await downloaded(base))).toEqual([]);
  });
});

describe('files', () => {
  test('checkpoint: a signed note without caching', async () => {
    const answer = await fetch(`${base}/checkpoint`);
    const head = await headOf();
    expect(await answer.text()).toBe(head.checkpoint);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const { origin, size, root } = openCheckpoint(head.checkpoint, parseVerifierKey(head.key));
    expect({ origin, size, root }).toEqual({ origin: head.origin, size: head.size, root: fromBase64(head.root) });
  });

  test('tiles: every one of the tree, and any narrower one, cached permanently', async () => {
    const { size } = await headOf();
    for (const tile of tilesOf(size)) {
      const answer = await fetch(`${base}/${tilePath(tile)}`);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      expect(bytes.length).toBe(tile.width * 32);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const narrow = await fetch(`${base}/${tilePath({ ...tile, width: 1 })}`);
      expect(new Uint8Array(await narrow.arrayBuffer())).toEqual(bytes.slice(0, 32));
    }
  });

  test.each([
    ['beyond the checkpoint', 'tile/0/001'],
    ['wider than the tree', 'tile/0/000.p/255'],
    ['a full tile that is not full', 'tile/0/000'],
    ['a level that is not there', 'tile/9/000.p/1'],
    ['no level', 'tile/64/000'],
    ['an index without padding', 'tile/0/0.p/1'],
    ['an index with a needless group', 'tile/0/x000/000.p/1'],
    ['a width of 0', 'tile/0/000.p/0'],
    ['a width of 256', 'tile/0/000.p/256'],
    ['a width in other spelling', 'tile/0/000.p/01'],
    ['entries that are not there', 'tile/entries/000'],
  ])('nothing else is served: %s', async (_name, path) => {
    expect((await fetch(`${base}/${path}`)).status).toBe(404);
  });

  test('a path traversal is rejected', async () => {
    expect((await fetch(`${base}/tile/0/%2e%2e%2f%2e%2e%2fcheckpoint`)).status).toBe(400);
  });
});

describe('proofs', () => {
  test('each leaf of a round leads to the head, in the API and as a file', async () => {
    const roundId = ids[7] ?? '';
    const { head, leaves } = await table.world.run(getLogProof, null, { roundId });
    const { root, size } = openCheckpoint(head.checkpoint, parseVerifierKey(head.key));
    expect(leaves.map((leaf) => leaf.kind)).toEqual(['open', 'lock', 'result']);
    for (const { kind, index, body, path } of leaves) {
      expect(verifyInclusion(leafHash(utf8(body)), index, size, path.map(fromBase64), root)).toBe(true);
      const answer = await fetch(`${base}/proof/${roundId}/${kind}`);
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${roundId}-${kind}.tlog-proof"`);
      expect(verifyLogProof(await answer.text(), utf8(body), parseVerifierKey(head.key)).size).toBe(size);
    }
    expect((await fetch(`${base}/proof/${roundId}/void`)).status).toBe(404);
    expect(await table.world.refused(getLogProof, null, { roundId: ids[0]?.replace(/.$/, 'z') })).toBe('NO_GAME');
  });

  test('every pair of sizes is consistent', async () => {
    const { world } = table;
    const { size } = await headOf();
    const entries = await downloaded(base);
    const { treeOf } = await import('@fairpot/fairness/testing/logs');
    const { rootOf } = await import('@fairpot/fairness/tree/merkle');
    const { read } = treeOf(entries.map((entry) => new TextDecoder().decode(entry)));
    for (const [from, to] of [
      [1, size],
      [1, 2],
      [64, 128],
      [100, 100],
      [127, size],
      [size - 1, size],
      [size, size],
    ] as const) {
      const { path } = await world.run(getLogConsistency, null, { from, to });
      const [older, newer] = [from, to].map((n) => ({ size: n, root: rootOf(read, n) }));
      expect(older && newer && verifyConsistency(older, newer, path.map(fromBase64))).toBe(true);
    }
    expect((await world.run(getLogConsistency, null, { from: 3 })).to).toBe(size);
    expect(await world.refused(getLogConsistency, null, { from: 1, to: size + 1 })).toBe('BAD_INPUT');
    expect(await world.refused(getLogConsistency, null, { from: 9, to: 8 })).toBe('BAD_INPUT');
    expect(await world.refused(getLogConsistency, null, { from: 0 })).toBe('BAD_INPUT');
  });

  test('a browser that watched a round finds it, and detects false data', async () => {
    const roundId = ids[12] ?? '';
    const { head, leaves } = await table.world.run(getLogProof, null, { roundId });
    const [open, lock, result] = leaves.map((leaf) => leaf.body);
    const { hash } = JSON.parse(open ?? '') as { hash: string };
    const seen = { roundId, hash, lockText: lock ?? '', chains: [table.world.deps.drandChain] };
    const fresh = { key: head.key, note: head.checkpoint, last: null, consistency: [] };
    expect(checkHead(fresh)).toEqual({ problem: null, size: head.size });
    const check = { ...fresh, ...seen, leaves };
    expect(checkRoundInLog(check)).toMatchObject({ problem: null, indexes: leaves.map((leaf) => leaf.index) });
    const problem = (change: object) => checkRoundInLog({ ...check, ...change }).problem;
    expect(problem({ hash: '0'.repeat(64) })).toContain('another commitment');
    expect(problem({ lockText: '{}' })).toContain('another lock record');
    expect(problem({ chains: [] })).toContain('not pinned');
    expect(problem({ leaves: leaves.slice(0, 2) })).toContain('other leaves of this round (open, lock)');
    expect(problem({ leaves: leaves.map((leaf) => ({ ...leaf, body: result ?? '' })) })).toContain(
      'not part of the log',
    );
    expect(problem({ note: head.checkpoint.replace(String(head.size), '1') })).toContain('is false');
    expect(problem({ consistency: ['AA=='], last: { key: head.key, note: head.checkpoint } })).toContain(
      'two histories',
    );
  });
});

describe('finding rounds', () => {
  test('by number, by game, page by page', async () => {
    const { world } = table;
    const seventh = await world.run(listLoggedRounds, null, { game: 'coinflip', number: 7 });
    expect(seventh).toMatchObject({ rounds: [{ number: 7, roundId: ids[6], state: 'settled' }], next: null });
    expect((await world.run(listLoggedRounds, null, { number: 10 })).rounds).toMatchObject([{ state: 'cancelled' }]);
    expect((await world.run(listLoggedRounds, null, { game: 'jackpot' })).rounds).toEqual([]);
    const found: number[] = [];
    for (let before: number | null | undefined; before !== null;) {
      const page = await world.run(listLoggedRounds, null, { limit: 20, ...(before !== undefined && { before }) });
      found.push(...page.rounds.map((round) => round.number));
      before = page.next;
    }
    expect(found).toEqual([...found].sort((a, b) => b - a));
    expect(new Set(found).size).toBe(51);
  });

  test('a player’s own rounds', async () => {
    const { id, first } = await table.lockedGame();
    await table.settle();
    // Nothing reveals the result until the coin has landed on the screen.
    await table.world.clock.advance(RESULTS_VISIBLE_AFTER_MS.coinflip);
    const { rounds, next } = await table.world.run(listMyRounds, first, {});
    expect(next).toBeNull();
    expect(rounds).toHaveLength(1);
    const [round] = rounds;
    expect(round).toMatchObject({ roundId: id, game: 'coinflip' });
    expect(round?.stakedUsd).toBeGreaterThan(0);
    expect(round?.won ? round.wonUsd > round.stakedUsd : round?.wonUsd === 0 && round.feeUsd === 0).toBe(true);
    expect(await table.world.refused(listMyRounds, null, {})).toBe('SIGNED_OUT');
  });
});
