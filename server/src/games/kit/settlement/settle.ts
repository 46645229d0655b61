/**
 * Settlement: from a locked round and its beacon output to result, items, facts, leaf and statistics, all in one
 * transaction. Called by the reveal sweep of any node.
 *
 * Invariants: a round is settled once (its row is locked and guarded, and is the primary key of `settlements`); every
 * item of the pot leaves the round in the same transaction (I5), and shares + fee = pot (I6).
 */
import { verifyDrandSignature, type DrandChain } from '@fairpot/fairness/protocol/beacon';
import { parseLock } from '@fairpot/fairness/protocol/lock';
import { drandRoundFor } from '@fairpot/fairness/protocol/schedule';
import { secretIn } from '@fairpot/fairness/seal/seal';
import { recordResults, type GameResult } from '../../../accounts/results.ts';
import type { Deps } from '../../../platform/process/deps.ts';
import { invariant } from '../../../platform/runner/refused.ts';
import { retrying } from '../../../platform/database/retry.ts';
import { columnOf, sql, type Tx } from '../../../platform/database/sql.ts';
import { unstake, type Unstake } from '../../../vault/items.ts';
import { openWindowOnce } from '../beacon/outputs.ts';
import { appendLeaves, resultLeaf } from '../leaves.ts';
import { entryOf, roundsByIds, type Round } from '../rounds.ts';
import type { RoundDecision, RoundGame } from '../round-game.ts';
import { secretsToReveal } from '../secrets.ts';
import { dueForRetry, isRoundFault, setAside } from './stuck.ts';

/** Rounds per transaction: enough to share its cost, few enough to keep row locks short. */
const BATCH = 128;

interface RoundToSettle {
  readonly round: Round;
  readonly decision: RoundDecision;
  readonly secret: string;
  readonly output: BeaconOutput;
}

/** The beacon output that a round was waiting for. */
interface BeaconOutput {
  readonly drandRound: number;
  readonly signature: string;
}

type SettleDeps = Pick<Deps, 'db' | 'settler' | 'clock' | 'log' | 'signals' | 'drandChain'>;

/**
 * Settles a batch of due rounds whose output is stored, and retries stuck ones; returns how many it handled. Rounds
 * that another node is settling are skipped. When one round of a batch fails, each is tried separately, and those that
 * fail for a reason of their own are set aside (stuck.ts), so the next batch is of others.
 */
export async function settleDue(deps: SettleDeps, game: RoundGame): Promise<number> {
  const again = await settleEach(deps, game, await dueForRetry(deps.db, game.game, deps.clock.now()));
  try {
    return again + (await settleBatch(deps, game, null));
  } catch (error) {
    deps.log.error({ game: game.game, error: String(error) }, 'batch of rounds failed to settle, trying each');
  }
  return again + (await settleEach(deps, game, await dueIds(deps, game)));
}

async function settleEach(deps: SettleDeps, game: RoundGame, ids: readonly string[]): Promise<number> {
  let done = 0;
  for (const id of ids) {
    try {
      done += await settleBatch(deps, game, id);
    } catch (error) {
      if (isRoundFault(error)) done += await setAside(deps, id, error);
      else deps.log.error({ roundId: id, error: String(error) }, 'round failed to settle');
    }
  }
  return done;
}

const dueSql = (deps: SettleDeps, game: RoundGame, onlyId: string | null) => sql`
  select r.id, b.round as "drandRound", b.signature
  from rounds r join beacon_outputs b on b.round = r.drand_round
  where r.game = ${game.game} and r.phase = 'locked' and r.due_at <= ${deps.clock.now()}
    and b.chain = ${deps.drandChain.chainHash} and r.lock_text::jsonb #>> '{drand,chain}' = b.chain
    and case when ${onlyId}::text is null then not r.stuck else r.id = ${onlyId}::text end
  order by r.due_at, r.id limit ${BATCH}`;

async function dueIds(deps: SettleDeps, game: RoundGame): Promise<string[]> {
  return (await deps.db.many<{ id: string }>(dueSql(deps, game, null))).map((row) => row.id);
}

async function settleBatch(deps: SettleDeps, game: RoundGame, onlyId: string | null): Promise<number> {
  const settle = async (tx: Tx) => {
    const due = await tx.many<BeaconOutput & { readonly id: string }>(
      sql`${dueSql(deps, game, onlyId)} for no key update of r skip locked`,
    );
    if (due.length === 0) return [];
    const ids = due.map((row) => row.id);
    const secrets = await secretsToReveal(tx, ids, deps.drandChain);
    const rounds = new Map((await roundsByIds(tx, ids)).map((round) => [round.id, round]));
    const decided = due.map(({ id, ...output }): RoundToSettle => {
      const round = rounds.get(id);
      const secret = secrets.get(id);
      invariant(round && secret !== undefined, `round ${id} vanished`);
      checkOutput(round, output, deps.drandChain);
      checkSeal(round, output, secret);
      return { round, secret, output, decision: game.decide(round, { secret, ...output }) };
    });
    await writeSettlements(tx, deps, game, decided);
    return decided;
  };
  const settled = await retrying(() => deps.settler.transaction(settle));
  const players = new Set(settled.flatMap(({ round }) => round.entries.map((entry) => entry.playerId)));
  for (const player of players) deps.signals.userUpdated(player);
  return settled.length;
}

/**
 * Checks that the output is the one the formula names and that the beacon signed it, whatever the row says: write
 * access to rows is not enough to sign a round.
 */
function checkOutput({ id, game, lockedAt }: Round, { drandRound, signature }: BeaconOutput, chain: DrandChain): void {
  invariant(lockedAt !== null, `round ${id} is not locked`);
  const named = drandRoundFor({ lockedAt, game, ...timesOf(chain) });
  invariant(named === drandRound, `round ${id} waits for drand ${named}, not ${drandRound}`);
  invariant(
    verifyDrandSignature(chain, drandRound, signature),
    `the stored output of drand ${drandRound} is not the beacon's`,
  );
}

/**
 * Checks that the seal, which anyone can open by now, holds the secret. If not, the lock was no promise, and nothing is
 * settled by it.
 */
function checkSeal({ id, lockText }: Round, { signature }: BeaconOutput, secret: string): void {
  const sealed = secretIn(parseLock(JSON.parse(lockText ?? 'null')), signature, openWindowOnce);
  invariant(sealed === secret, `the seal of round ${id} holds another secret`);
}

const timesOf = ({ genesisMs, periodMs }: DrandChain) => ({ genesisMs, periodMs });

async function writeSettlements(
  tx: Tx,
  deps: SettleDeps,
  game: RoundGame,
  settled: readonly RoundToSettle[],
): Promise<void> {
  const at = deps.clock.now();
  const chain = deps.drandChain;
  const moves = settled.flatMap(movesOf);
  await endRounds(tx, game, 'settled', columnOf(settled, 'round'), at);
  await tx.run(sql`
    insert into settlements (round_id, at, secret, drand_chain, drand_round, outcome, payouts, winner_entry,
      pot_cents, fee_cents)
    select s.id, ${at}::bigint, s.secret, ${chain.chainHash}, s.round, s.outcome, s.payouts, s.winner, s.pot, s.fee
    from jsonb_to_recordset(${JSON.stringify(settled.map(settlementRow))}::jsonb) as s (id text, secret text,
      round bigint, outcome jsonb, payouts jsonb, winner smallint, pot bigint,
      fee bigint)`);
  await unstake(tx, moves, at);
  await closeStakes(tx, moves);
  await appendLeaves(
    tx,
    settled.map(({ round, secret, output, decision }) =>
      resultLeaf(round, { secret, ...output, ...decision }, chain, at),
    ),
    at,
  );
  if (game.balance) return game.balance.settled(tx, settled, at);
  await recordResults(
    tx,
    settled.filter(({ round }) => !round.scripted).flatMap((each) => resultsOf(each, at)),
  );
}

function settlementRow({ round, secret, output, decision: { outcome, payouts, winnerNo } }: RoundToSettle) {
  return {
    id: round.id,
    secret,
    round: output.drandRound,
    outcome,
    payouts,
    winner: winnerNo,
    pot: payouts.potCents,
    fee: payouts.feeCents,
  };
}

/** Where each item of the pot goes: the fee to the house, the winner's own items back, the others' to the winner. */
export function movesOf({ round, decision }: Pick<RoundToSettle, 'round' | 'decision'>): Unstake[] {
  const winner = entryOf(round, decision.winnerNo);
  const fee = new Set(decision.payouts.feeItems);
  return round.entries.flatMap((entry) =>
    entry.items.map((item): Unstake => {
      const base = { item: item.id, round: round.id };
      if (fee.has(item.id)) return { ...base, code: 'FEE', to: '' };
      return { ...base, code: entry.playerId === winner.playerId ? 'RETURN' : 'WIN', to: winner.playerId };
    }),
  );
}

/** One result per player: stakes of several entries are added up. */
function resultsOf({ round, decision }: RoundToSettle, at: number): GameResult[] {
  const winner = entryOf(round, decision.winnerNo).playerId;
  const players = [...new Set(round.entries.map((entry) => entry.playerId))];
  return players.map((playerId): GameResult => {
    const won = playerId === winner;
    const own = round.entries.filter((entry) => entry.playerId === playerId);
    return {
      playerId,
      roundId: round.id,
      game: round.game,
      at,
      won,
      stakedCents: own.reduce((sum, entry) => sum + entry.cents, 0),
      wonCents: won ? decision.payouts.potCents - decision.payouts.feeCents : 0,
      feeCents: won ? decision.payouts.feeCents : 0,
    };
  });
}

/** Moves rounds whose rows are locked into their last phase and publishes it: version + 1, one fact each. */
export async function endRounds(
  tx: Tx,
  game: RoundGame,
  phase: 'settled' | 'cancelled' | 'voided',
  rounds: readonly Round[],
  at: number,
): Promise<void> {
  const ended = await tx.many<{ id: string }>(sql`
    with ended as (
      update rounds r set phase = ${phase}, version = r.version + 1, ended_at = ${at}, stuck = false
      from jsonb_to_recordset(${JSON.stringify(rounds.map(({ id, version }) => ({ id, version })))}::jsonb)
        as e (id text, version integer)
      where r.id = e.id and r.version = e.version and r.phase in ('open', 'locked')
      returning r.id, r.version
    ), freed as (
      delete from stuck_rounds s using ended where s.round_id = ended.id
    )
    select id, emit_fact(${game.game}, null, id, version, ${`${game.game}.${phase}`}, null, ${at}) from ended`);
  invariant(ended.length === rounds.length, `rounds to be ${phase} changed under their locks`);
}

const FATES = { RETURN: 'returned', WIN: 'won', FEE: 'fee' } as const;

/** Records what became of each staked item. */
export async function closeStakes(tx: Tx, moves: readonly Unstake[]): Promise<void> {
  const fates = moves.map(({ item, round, code }) => ({ item, round, fate: FATES[code] }));
  const closed = await tx.run(sql`
    update stake_items s set fate = f.fate
    from jsonb_to_recordset(${JSON.stringify(fates)}::jsonb) as f (item text, round text, fate text)
    where s.round_id = f.round and s.item_id = f.item and s.fate = 'open'`);
  invariant(closed === moves.length, `${closed} of ${moves.length} stakes were open`);
}
