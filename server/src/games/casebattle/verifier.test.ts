/** Battles of a running site as an outsider checks them: `fairpot-verify` on one of them, and on the whole public log. */
import { execFile } from 'node:child_process';
import { publishCase } from '@fairpot/contract/casebattle/cases/schemas';
import { cancelCasebattle } from '@fairpot/contract/casebattle/schemas';
import { canon } from '@fairpot/fairness/encoding/canon';
import { utf8 } from '@fairpot/fairness/encoding/bytes';
import { LogVerifier } from '@fairpot/fairness/log/log-verify';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '../../platform/runner/command.ts';
import { GAME_SETTINGS } from '../games.ts';
import { writeSetting } from '../../../testing/settings.ts';
import { sql } from '../../platform/database/sql.ts';
import { ARENA_FEATURES, CASES, makeArena, type Arena } from '../../../testing/games/casebattle/arena.fixture.ts';
import { transparencyFeature } from '../../transparency/transparency.feature.ts';

const BIN = join(import.meta.dirname, '../../../../fairness/bin/fairpot-verify.mjs');
const ids: string[] = [];
let arena: Arena;
let site = '';

function verify(...args: string[]): Promise<{ status: number; out: string }> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [BIN, ...args, '--site', site], { maxBuffer: 16 * 1024 * 1024 }, (error, out) => {
      const status = error === null ? 0 : error.code;
      if (typeof status === 'number') resolve({ status, out });
      else reject(error ?? new Error('no exit status'));
    });
  });
}

beforeAll(async () => {
  arena = await makeArena({ features: [...ARENA_FEATURES, transparencyFeature] });
  const { world } = arena;
  for (const type of ['STANDARD_2', 'STANDARD_6', 'TWO_VS_TWO'] as const) {
    const { id } = await arena.started({ type, caseIds: ['mixed', 'coin'] });
    await arena.finish(id);
    ids.push(id);
  }
  await writeSetting(world.db, GAME_SETTINGS, 'casebattle.inverse', true, world.clock.now());
  const inverse = await arena.started({ mode: 'INVERSE', caseIds: ['mixed', 'mixed'] });
  await arena.finish(inverse.id);
  ids.push(inverse.id);
  // Also a change of a table, a cancelled battle, and one that still waits.
  await world.run(publishCase, SYSTEM, { ...CASES.mixed, priceUsd: 1.75, items: [...CASES.mixed.items] });
  const { id } = await arena.started({ caseIds: ['mixed'] });
  await arena.finish(id);
  ids.push(id);
  const creator = await arena.player();
  await world.run(cancelCasebattle, creator, { gameId: await arena.create(creator) });
  await arena.create(creator);
  await world.sweepAll();
  site = (await world.http()).url;
}, 60_000);
afterAll(() => arena.world.close());

test('one battle of the site: each draw, the block, the beacon that counted, the shares', async () => {
  for (const id of ids.slice(2, 4)) {
    const { status, out } = await verify(id);
    expect(`${status} ${out}`).toMatch(/^0 /);
    expect(out).toContain('casebattle|roll|0|0|0');
  }
  expect((await verify('rnd_none')).status).toBe(2);
}, 60_000);

test('the whole log of the site: every battle, every drop table', async () => {
  const { status, out } = await verify('--all', '--accept-unpinned');
  expect(`${status} ${out}`).toMatch(/^0 /);
  expect(out).toMatch(/5 .*settled|settled.* 5/i);
}, 60_000);

test('a log whose battle holds another table than announced, or another winner, fails', async () => {
  const rows = await arena.world.db.many<{ kind: string; body: string }>(
    sql`select kind, body from log_leaves order by id`,
  );
  const findings = (change: (row: { kind: string; body: string }) => string) => {
    const verifier = new LogVerifier({ acceptSimulated: true });
    return [...rows.flatMap((row) => verifier.add(utf8(change(row)))), ...verifier.finish()].map(
      (each) => each.problem,
    );
  };
  type Body = Record<string, unknown>;
  const edited = (kind: string, change: (body: Body) => Body) => (row: { kind: string; body: string }) =>
    row.kind === kind ? canon(change(JSON.parse(row.body) as Body)) : row.body;
  expect(findings((row) => row.body)).toEqual([]);
  expect(
    findings(edited('case', (body) => ({ ...body, cents: (body['cents'] as number[]).map((c) => c + 1) }))).join(),
  ).toMatch(/drop table is not the one announced/);
  const flipped = edited('result', (body) => {
    const outcome = body['outcome'] as { winnerTeam: number };
    return { ...body, outcome: { ...outcome, winnerTeam: outcome.winnerTeam === 0 ? 1 : 0 } };
  });
  expect(findings(flipped).length).toBeGreaterThanOrEqual(ids.length);
  const richer = edited('result', (body) => {
    const payouts = body['payouts'] as { shares: { player: string; cents: number }[] };
    return { ...body, payouts: { ...payouts, shares: payouts.shares.map((s) => ({ ...s, cents: s.cents + 1 })) } };
  });
  expect(findings(richer).length).toBeGreaterThanOrEqual(ids.length);
});
