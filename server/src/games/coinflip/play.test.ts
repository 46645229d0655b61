/**
 * Random play against a model: players open, join and cancel games, time passes, the beacon comes and goes, and every invariant
 * holds after each step. A failure prints the commands that reproduce it.
 */
import { cancelCoinflip, createCoinflip, joinCoinflip } from '@fairpot/contract/coinflip/schemas';
import { COUNTDOWN_MS, EXPIRY_MS } from '@fairpot/contract/coinflip/calls';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Actor } from '../../platform/runner/feature.ts';
import { Refused } from '../../platform/runner/refused.ts';
import { pinoLog } from '../../platform/process/system-ports.ts';
import { OVERDUE_MS } from '../kit/rounds.ts';
import { VOID_AFTER_MS } from '../kit/settlement/sweeps.ts';
import { makeTable, type CoinflipTable } from '../../../testing/games/coinflip/table.fixture.ts';

/** Games by index, with their expected state. */
interface Model {
  readonly games: {
    phase: 'WAITING' | 'COUNTDOWN' | 'SETTLED' | 'CANCELLED' | 'VOIDED';
    creator: number;
    lockedAt: number;
  }[];
  now: number;
  outage: boolean;
  /** A game was voided, and the beacon has not answered since. */
  silent: boolean;
}
interface Real {
  readonly table: CoinflipTable;
  readonly players: readonly Actor[];
  readonly gameIds: string[];
}
type Command = fc.AsyncCommand<Model, Real>;

const PLAYERS = 3;
const HOUR = 3_600_000;

/** The refusal's code, or null when the command succeeded. */
async function codeOf(command: () => Promise<unknown>): Promise<string | null> {
  try {
    await command();
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.code;
    throw error;
  }
}

const beaconAway = (model: Model) =>
  model.silent ||
  model.games.some((game) => game.phase === 'COUNTDOWN' && model.now - game.lockedAt > COUNTDOWN_MS + OVERDUE_MS);

function open(player: number, side: 1 | 2): Command {
  return {
    check: () => true,
    async run(model, { table, players, gameIds }) {
      const actor = players[player];
      if (!actor) throw new Error('no such player');
      const inventoryIds = await table.give(actor, [1_500, 500]);
      const input = { inventoryIds, side };
      const code = await codeOf(async () => {
        gameIds.push((await table.world.run(createCoinflip, actor, input)).gameId);
      });
      expect(code).toBe(beaconAway(model) ? 'GAME_PAUSED' : null);
      if (code === null) model.games.push({ phase: 'WAITING', creator: player, lockedAt: 0 });
    },
    toString: () => `open(${player}, ${side})`,
  };
}

/** `at` indexes the waiting games, so that most joins succeed; every fourth time it indexes all games. */
function join(player: number, at: number): Command {
  return {
    check: (model) => model.games.length > 0,
    async run(model, { table, players, gameIds }) {
      const waiting = model.games.flatMap((each, i) => (each.phase === 'WAITING' && at % 4 > 0 ? [i] : []));
      const index = waiting[at % waiting.length] ?? at % model.games.length;
      const game = model.games[index];
      const actor = players[player];
      if (!actor || !game) throw new Error('no such player or game');
      const view = await table.game(gameIds[index] ?? '');
      const inventoryIds = await table.give(actor, [1_900]);
      const input = { gameId: view.id, inventoryIds, side: view.firstSide === 1 ? 2 : 1 };
      const code = await codeOf(() => table.world.run(joinCoinflip, actor, input));
      expect(code).toBe(joinCode(model, game, player));
      if (code === null) Object.assign(game, { phase: 'COUNTDOWN', lockedAt: model.now });
    },
    toString: () => `join(${player}, ${at})`,
  };
}

function joinCode(model: Model, game: Model['games'][number], player: number): string | null {
  if (game.phase === 'CANCELLED') return 'NO_GAME';
  if (game.phase === 'COUNTDOWN') return 'COINFLIP_STARTED';
  if (game.phase !== 'WAITING') return 'GAME_FINISHED';
  if (game.creator === player) return 'OWN_GAME';
  if (beaconAway(model)) return 'GAME_PAUSED';
  // Only this node's clock vouches for the time: no lock is made.
  return model.outage ? 'BEACON_UNKNOWN' : null;
}

function cancel(player: number, at: number): Command {
  return {
    check: (model) => model.games.length > 0,
    async run(model, { table, players, gameIds }) {
      const index = at % model.games.length;
      const game = model.games[index];
      const actor = players[player];
      if (!actor || !game) throw new Error('no such player or game');
      const input = { gameId: gameIds[index] };
      const code = await codeOf(() => table.world.run(cancelCoinflip, actor, input));
      expect(code).toBe(
        game.creator === player
          ? joinCode({ ...model, games: [], silent: false, outage: false }, game, -1)
          : 'NOT_YOUR_GAME',
      );
      if (code === null) game.phase = 'CANCELLED';
    },
    toString: () => `cancel(${player}, ${at})`,
  };
}

function pass(ms: number, outage: boolean): Command {
  return {
    check: () => true,
    async run(model, { table, gameIds }) {
      model.now += ms;
      model.outage = outage;
      if (!outage) model.silent = false;
      table.world.beacons.outage = outage;
      await table.world.clock.advance(ms);
      await table.world.sweepAll();
      for (const [index, game] of model.games.entries()) {
        const { phase, createdAt, deadlineAt } = await table.game(gameIds[index] ?? '');
        if (game.phase === 'WAITING' && table.world.clock.now() - createdAt >= EXPIRY_MS) game.phase = 'CANCELLED';
        const over = game.phase === 'COUNTDOWN' && table.world.clock.now() >= (deadlineAt ?? Infinity);
        if (over && !outage) game.phase = 'SETTLED';
        else if (over && model.now - game.lockedAt >= VOID_AFTER_MS) {
          game.phase = 'VOIDED';
          model.silent = true;
        }
        expect(phase).toBe(game.phase);
        if (phase === 'SETTLED') await table.verify(gameIds[index] ?? '');
      }
    },
    toString: () => `pass(${ms}, ${outage ? 'no beacon' : 'beacon'})`,
  };
}

/** Plays the commands in a fresh world; returns the phases in which its games ended. */
async function play(commands: Iterable<Command>): Promise<string[]> {
  const table = await makeTable({ log: pinoLog('silent') });
  try {
    const players: Actor[] = [];
    for (let n = 0; n < PLAYERS; n += 1) players.push(await table.player());
    const model: Model = { games: [], now: 0, outage: false, silent: false };
    await fc.asyncModelRun(() => ({ model, real: { table, players, gameIds: [] } }), commands);
    return model.games.map((game) => game.phase);
  } finally {
    await table.world.close();
  }
}

test('a walk through every phase', async () => {
  const walk = [open(0, 1), join(1, 0), pass(24_000, false), join(2, 0), open(1, 2), cancel(1, 1), cancel(2, 1)];
  const more = [open(2, 2), join(2, 2), join(0, 2), pass(24_000, true), pass(120_000, true), open(0, 1)];
  const back = [pass(24 * HOUR, true), open(0, 1), pass(3_000, false), open(0, 1), open(1, 1)];
  const end = [pass(24 * HOUR, false), open(1, 2), join(0, 5)];
  expect(await play([...walk, ...more, ...back, ...end])).toEqual([
    'SETTLED',
    'CANCELLED',
    'VOIDED',
    'CANCELLED',
    'CANCELLED',
    'COUNTDOWN',
  ]);
});

test('keeps the model and every invariant consistent, whatever is played', async () => {
  const player = fc.nat({ max: PLAYERS - 1 });
  const at = fc.nat({ max: 20 });
  const commands = [
    fc.tuple(player, fc.constantFrom(1 as const, 2 as const)).map(([p, side]) => open(p, side)),
    fc.tuple(player, at).map(([p, i]) => join(p, i)),
    fc.tuple(player, at).map(([p, i]) => join(p, i)),
    fc.tuple(player, at).map(([p, i]) => cancel(p, i)),
    // Whole steps of the beacon: what is due at the end of a step has an output, or an outage.
    fc
      .tuple(fc.constantFrom(3_000, 24_000, 120_000, HOUR, 24 * HOUR), fc.boolean())
      .map(([ms, outage]) => pass(ms, outage)),
  ];
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 25, size: 'max' }), async (sequence) => {
      await play(sequence);
    }),
    { numRuns: 12 },
  );
}, 120_000);
