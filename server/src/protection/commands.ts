/**
 * Commands with which players protect themselves. Each takes the player's turn first (`hold`), so that no stake or deposit of
 * theirs slips between the decision and the change. Not available to bots and personas.
 */
import type { Command } from '@fairpot/contract/wire/call.schemas';
import type {
  answerLimitQuestion,
  confirmLimit,
  excludeSelf,
  cancelLooserLimit,
  returnToPlay,
  seePlay,
  setLimit,
  setRealityCheck,
  takeBreak,
} from '@fairpot/contract/protection/schemas';
import type { Deps } from '../platform/process/deps.ts';
import type { CommandHandler } from '../platform/runner/feature.ts';
import { refuse } from '../platform/runner/refused.ts';
import { centsOfInput } from '../platform/runner/usd-input.ts';
import { protectionOf } from './present.ts';
import { confirmLooserLimit, dateOf, requestReturn, requestLimit, withBreak, withExclusion } from './rules.ts';
import {
  blockOf,
  endSessionsOf,
  guardOf,
  hold,
  limitOf,
  recordChange,
  putAnswer,
  putBlock,
  putLimit,
  putReality,
  seeVisit,
} from './store.ts';

type ProtectionContext = Parameters<CommandHandler<Command>>[0];

/** Takes the player's turn, for people only; returns the database's time. */
function turn({ tx, actor }: Pick<ProtectionContext, 'tx' | 'actor'>): Promise<number> {
  if (actor.isBot) refuse('FORBIDDEN');
  return hold(tx, actor.id);
}

export const set: CommandHandler<typeof setLimit> = async (ctx, { kind, span, limitUsd }) => {
  const { tx, actor } = ctx;
  const now = await turn(ctx);
  const limit = await limitOf(tx, actor.id, kind, span);
  if (limit === undefined && limitUsd === null) refuse('LIMIT_NOT_SET');
  await putLimit(tx, actor.id, kind, span, requestLimit(now, limit, limitUsd === null ? null : centsOf(limitUsd)));
  if (kind === 'deposit') await putAnswer(tx, actor.id, 'LIMIT');
  await recordChange(tx, actor.id, 'limit.set', { kind, span, limitUsd });
  return protectionOf(tx, actor.id);
};

export const answer: CommandHandler<typeof answerLimitQuestion> = async (ctx) => {
  const { tx, actor } = ctx;
  await turn(ctx);
  await putAnswer(tx, actor.id, 'NONE');
  await recordChange(tx, actor.id, 'limits.answered', { answer: 'NONE' });
  return protectionOf(tx, actor.id);
};

function centsOf(limitUsd: number): number {
  if (limitUsd < 0 || limitUsd > 10_000_000) return refuse('BAD_INPUT', { detail: 'limitUsd: 0 to 10,000,000' });
  return centsOfInput('limitUsd', limitUsd);
}

export const confirm: CommandHandler<typeof confirmLimit> = async (ctx, { kind, span }) => {
  const { tx, actor } = ctx;
  const now = await turn(ctx);
  const decided = confirmLooserLimit(now, await limitOf(tx, actor.id, kind, span));
  if (decided.kind === 'none') return refuse('LIMIT_NOT_ASKED');
  if (decided.kind === 'early') return refuse('LIMIT_TOO_EARLY', { from: dateOf(decided.from) });
  await putLimit(tx, actor.id, kind, span, decided.limit);
  await recordChange(tx, actor.id, 'limit.confirmed', { kind, span, cents: decided.limit?.cents ?? null });
  return protectionOf(tx, actor.id);
};

export const keep: CommandHandler<typeof cancelLooserLimit> = async (ctx, { kind, span }) => {
  const { tx, actor } = ctx;
  await turn(ctx);
  const limit = await limitOf(tx, actor.id, kind, span);
  if (limit) await putLimit(tx, actor.id, kind, span, { cents: limit.cents, askedFrom: null, askedCents: null });
  await recordChange(tx, actor.id, 'limit.kept', { kind, span });
  return protectionOf(tx, actor.id);
};

export const pause: CommandHandler<typeof takeBreak> = async (ctx, { hours }) => {
  const { tx, actor } = ctx;
  const now = await turn(ctx);
  await putBlock(tx, actor.id, withBreak(now, blockOf(await guardOf(tx, actor.id)), hours));
  await recordChange(tx, actor.id, 'break', { hours });
  return protectionOf(tx, actor.id);
};

export const comeBack: CommandHandler<typeof returnToPlay> = async (ctx) => {
  const { tx, actor } = ctx;
  const now = await turn(ctx);
  const block = blockOf(await guardOf(tx, actor.id));
  const decided = requestReturn(now, block);
  if (decided.kind === 'not yet') {
    const until = block?.until ?? null;
    return refuse('SELF_EXCLUDED', { until: until === null ? 'for good' : `until ${dateOf(until)}` });
  }
  if (decided.kind === 'early') return refuse('LIMIT_TOO_EARLY', { from: dateOf(decided.from) });
  if (decided.kind === 'asked') await putBlock(tx, actor.id, decided.block);
  else if (block?.kind === 'EXCLUDED') await putBlock(tx, actor.id, null);
  await recordChange(tx, actor.id, decided.kind === 'asked' ? 'return.asked' : 'return.confirmed', {});
  return protectionOf(tx, actor.id);
};

export const reality: CommandHandler<typeof setRealityCheck> = async (ctx, { minutes }) => {
  const { tx, actor } = ctx;
  await turn(ctx);
  await putReality(tx, actor.id, minutes);
  await seeVisit(tx, actor.id, false);
  await recordChange(tx, actor.id, 'reality', { minutes });
  return protectionOf(tx, actor.id);
};

export const see: CommandHandler<typeof seePlay> = async ({ tx, actor }, { read }) => {
  if (actor.isBot) refuse('FORBIDDEN');
  await seeVisit(tx, actor.id, read);
  return protectionOf(tx, actor.id);
};

/** Immediate and in one transaction: the block, and the end of every session. Every node cuts its sockets after the commit. */
export function exclude(deps: Pick<Deps, 'signals'>): CommandHandler<typeof excludeSelf> {
  return async (ctx, { months }) => {
    const { tx, actor, afterCommit } = ctx;
    const now = await turn(ctx);
    const block = withExclusion(now, blockOf(await guardOf(tx, actor.id)), months);
    await putBlock(tx, actor.id, block);
    await recordChange(tx, actor.id, 'excluded', { months });
    await endSessionsOf(tx, actor.id);
    afterCommit(() => deps.signals.disconnect({ playerId: actor.id }));
    return { excluded: true, until: block.until };
  };
}
