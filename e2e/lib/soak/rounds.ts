/**
 * The soak of rounds: waves of stakes in every game, each under its failures, and the clock moved until its rounds are over. Called by
 * soak/rounds.test.ts.
 */
import type { KnownGame } from '@fairpot/fairness/protocol/commitment';
import { untilDone, type Crowd } from './crowd.ts';
import type { FastSite } from './fast-site.ts';
import type { WaveFailure } from './failure.ts';

const DAY_MS = 86_400_000;
/** First past every countdown, then past the beacon that a lock names, then further, as far as a late beacon needs. */
const STEPS_MS = [61_000, 9_000, 6_000, 8_000, 16_000, 30_000, 60_000, 120_000, 120_000, 240_000, 600_000];
/** Real time for sweeps after each step before the next: a lock asks the beacon and makes a window key after a jump. */
const LOOK_EVERY_MS = 15;
const LOOKS = 40;
/** Each wave plays one round of a game with one round at a time; of the other games many at once, in every eighth wave. */
const MANY_EVERY = 8;
const MANY = 10;

/** Attempts to use numbers that failed openings returned. */
const MAX_RETURNED = 20;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** One wave: stakes, failures, the end of its rounds. */
export async function playWave(site: FastSite, crowd: Crowd, plan: WaveFailure, wave: number): Promise<void> {
  const many = wave % MANY_EVERY === 0 ? MANY : 0;
  if (many > 0) await crowd.supplyAll();
  if (plan.fault) await site.fault(plan.fault);
  const failure = strike(site, plan);
  const rounds = await Promise.all(
    crowd.games.flatMap((game) => Array.from({ length: game.many ? many : 1 }, () => game.play(crowd))),
  );
  await failure;
  if (plan.dayAway) await skipDay(site);
  await finish(site, rounds.flat());
  await site.clearFaults();
}

async function strike(site: FastSite, { kill }: WaveFailure): Promise<void> {
  if (!kill) return;
  await pause(kill.afterMs);
  await (kill.what === 'server' ? site.killServer() : site.killDatabase());
}

/** More than a day passes without a beacon: locked rounds are voided. */
async function skipDay(site: FastSite): Promise<void> {
  await site.fault({ service: 'drand', fault: '503' });
  await site.advance(125_000);
  await pause(LOOKS * LOOK_EVERY_MS);
  await site.advance(DAY_MS + 60_000);
  await pause(2 * LOOKS * LOOK_EVERY_MS);
  await site.clearFaults();
}

/** Moves the clock until none of these rounds waits for time any more; a step ends early when no countdown is left. */
async function finish(site: FastSite, ids: readonly string[]): Promise<void> {
  let counting = Infinity;
  for (const step of STEPS_MS) {
    await site.advance(step);
    for (let look = 0; look < LOOKS; look++) {
      const now = await waitingOf(site, ids);
      if (now.counting + now.locked === 0) return;
      const past = counting > 0 && now.counting === 0;
      counting = now.counting;
      if (past) break;
      await pause(LOOK_EVERY_MS);
    }
  }
}

/** How many of these rounds count down (one that runs alone and has two players), and how many are locked. */
async function waitingOf(site: FastSite, ids: readonly string[]): Promise<{ counting: number; locked: number }> {
  const text = `
    select count(*) filter (where r.phase = 'locked')::integer as locked,
      count(*) filter (where r.phase = 'open' and r.one_at_a_time
        and (select count(distinct player_id) from entries e where e.round_id = r.id) > 1)::integer as counting
    from rounds r where r.id = any($1)`;
  return untilDone(() => site.db.one<{ counting: number; locked: number }>({ text, values: [[...ids]] }));
}

/** Ends everything: waiting games are cancelled or expire, locked rounds are settled, shown winnings are paid. */
export async function finishAll(site: FastSite, crowd: Crowd): Promise<void> {
  await site.clearFaults();
  await useReturnedNumbers(site, crowd);
  await crowd.cancelWaiting();
  const ids = [...new Set(crowd.acknowledged.map(({ roundId }) => roundId))];
  await finish(site, ids);
  await site.advance(DAY_MS + 3_600_000);
  await finish(site, ids);
  for (let look = 0; look < 400 && (await runningCount(site, ids)) > 0; look++) await pause(50);
}

/**
 * Opens rounds until no number is missing. Of an opening whose key was sent twice, one transaction fails, and returns its number when others have higher
 * ones; the next opening takes it. A wave later that may again be one sent twice.
 */
async function useReturnedNumbers(site: FastSite, crowd: Crowd): Promise<void> {
  const text = `
    select count(*)::integer as n from round_numbers w
    where w.game = $1 and w.number < (select max(number) from rounds r where r.game = w.game)`;
  const isMissing = async (game: string) =>
    (await untilDone(() => site.db.one<{ n: number }>({ text, values: [game] }))).n > 0;
  for (const { game, many, play } of crowd.games) {
    for (let tries = 0; many && tries < MAX_RETURNED && (await isMissing(game)); tries++) {
      if (tries === 0) await crowd.supplyAll();
      await play(crowd);
    }
  }
}

/** Rounds that still run, and battles whose winnings were not paid: a battle settles first and is closed when its reels have stopped. */
async function runningCount(site: FastSite, ids: readonly string[]): Promise<number> {
  const text = `
    select count(*)::integer as n from rounds r left join battles b on b.round_id = r.id
    where r.id = any($1) and (r.phase in ('open', 'locked') or b.round_id is not null and b.closed_at is null)`;
  return (await untilDone(() => site.db.one<{ n: number }>({ text, values: [ids] }))).n;
}

/** Settled rounds of each game so far. */
export async function settledOf(site: FastSite): Promise<ReadonlyMap<KnownGame, number>> {
  const text = `select game, count(*)::integer as n from rounds where phase = 'settled' group by game`;
  const rows = await untilDone(() => site.db.many<{ game: KnownGame; n: number }>({ text, values: [] }));
  return new Map(rows.map(({ game, n }) => [game, n]));
}
