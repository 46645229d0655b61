/**
 * Commands that change the chat. Each runs in the runner's transaction, together with its facts and audit entry. A message and its
 * fact are written together; the fact of a ban reaches the banned person at once, on their own topic and under an open socket.
 */
import { CHAT_MAX_LENGTH, chatText, chatTextProblem } from '@fairpot/contract/chat/calls';
import type {
  banFromChat,
  createMessage,
  createMessageAsStaff,
  removeMessages,
  unbanFromChat,
} from '@fairpot/contract/chat/schemas';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import { findPublicUser } from '../accounts/front.ts';
import { notify } from '../notifications/front.ts';
import type { Deps } from '../platform/process/deps.ts';
import type { CommandHandler } from '../platform/runner/feature.ts';
import { isPaused } from '../platform/runner/pauses.ts';
import { refuse } from '../platform/runner/refused.ts';
import type { Tx } from '../platform/database/sql.ts';
import { mayBan, slowWait, staffVoice, type Voice } from './rules.ts';
import {
  activeBan,
  hideMessages,
  insertMessage,
  liftBan,
  lockForBanning,
  lockForPosting,
  putBan,
  slowBlocker,
  writeAudit,
} from './store.ts';

type PostContext = Parameters<CommandHandler<typeof createMessage>>[0];

/** A player's own message. Bots cannot post by themselves. */
export function create(deps: Deps): CommandHandler<typeof createMessage> {
  return async (ctx, input) => {
    const { tx, actor, now } = ctx;
    if (actor.isBot) refuse('FORBIDDEN');
    const text = textOf(input.message);
    await admit(tx, actor.id, now);
    if (await isPaused(tx, 'chat.closed')) refuse('CHAT_CLOSED');
    const seconds = deps.config.rateLimits ? slowWait(await slowBlocker(tx, actor.id, now), now) : 0;
    if (seconds > 0) refuse('RATE_LIMITED', { seconds });
    return post(deps, ctx, 'own', actor.id, text);
  };
}

/** Staff speak for the site, even while the chat is closed, or through a house persona. */
export function createAsStaff(deps: Deps): CommandHandler<typeof createMessageAsStaff> {
  return async (ctx, input) => {
    const { tx, actor, now } = ctx;
    const target = input.userId === undefined ? null : await findPublicUser(tx, input.userId);
    const voice = staffVoice(actor.id, target);
    if (voice === null) {
      deps.log.warn({ actor: actor.id, target: input.userId }, 'staff tried to post as a real player');
      return refuse('FORBIDDEN');
    }
    const text = textOf(input.message);
    await admit(tx, actor.id, now);
    if (voice === 'house' && (await isPaused(tx, 'chat.closed'))) refuse('CHAT_CLOSED');
    const shownId = target?.id ?? actor.id;
    const answer = await post(deps, ctx, voice, shownId, text);
    await writeAudit(tx, [
      {
        at: now,
        actorId: actor.id,
        action: `post.${voice}`,
        chatId: answer.id,
        until: null,
        targetId: voice === 'house' ? shownId : null,
      },
    ]);
    ctx.act({ playerId: voice === 'house' ? shownId : null, subject: answer.id, details: { voice } });
    return answer;
  };
}

function textOf(raw: string): string {
  const text = chatText(raw);
  const problem = chatTextProblem(text);
  if (problem === 'MESSAGE_TOO_LONG') refuse(problem, { max: CHAT_MAX_LENGTH });
  if (problem !== null) refuse(problem);
  return text;
}

async function admit(tx: Tx, authorId: string, now: number): Promise<void> {
  await lockForPosting(tx, authorId);
  if ((await activeBan(tx, authorId, now)) !== undefined) refuse('CHAT_BANNED');
}

async function post(deps: Deps, ctx: PostContext, voice: Voice, shownId: string, message: string) {
  const { tx, actor, now } = ctx;
  const id = deps.ids.next('chat');
  await insertMessage(tx, { id, authorId: actor.id, shownId, voice, message, createdAt: now });
  ctx.emit({ topic: 'chat', subject: id, version: 1, type: 'chat.posted', body: null });
  return { id };
}

const MINUTE_MS = 60_000;

/** The end is in UTC, since the player's time zone is unknown. */
function banWords(until: number | null): string {
  const end =
    until === null ? 'permanently' : `until ${new Date(until).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `You are banned from the chat ${end}`;
}

export const ban: CommandHandler<typeof banFromChat> = async (ctx, { userId, minutes }) => {
  const { tx, actor, now } = ctx;
  const target = await judged(tx, actor, userId);
  await lockForBanning(tx, userId);
  const until = minutes === undefined ? null : now + minutes * MINUTE_MS;
  const version = await putBan(tx, userId, until, now);
  await writeAudit(tx, [{ at: now, actorId: actor.id, action: 'ban', targetId: target.id, chatId: null, until }]);
  ctx.act({ playerId: userId, details: { minutes: minutes ?? null } });
  ctx.emit({ topic: 'player', playerId: userId, subject: userId, version, type: 'chat.banned', body: { until } });
  await notify(tx, { playerId: userId, kind: 'chat', header: 'Chat', text: banWords(until), link: null }, now);
  return { userId, until };
};

export const unban: CommandHandler<typeof unbanFromChat> = async (ctx, { userId }) => {
  const { tx, actor, now } = ctx;
  await judged(tx, actor, userId);
  await lockForBanning(tx, userId);
  const version = await liftBan(tx, userId, now);
  ctx.act({ playerId: userId, details: { changed: version !== null } });
  if (version === null) return { userId };
  await writeAudit(tx, [{ at: now, actorId: actor.id, action: 'unban', targetId: userId, chatId: null, until: null }]);
  ctx.emit({ topic: 'player', playerId: userId, subject: userId, version, type: 'chat.unbanned', body: {} });
  return { userId };
};

/** The person, if this member of staff may ban or unban them. */
async function judged(tx: Tx, actor: PostContext['actor'], userId: string): Promise<PublicUser> {
  const target = await findPublicUser(tx, userId);
  if (target === undefined) return refuse('NO_PLAYER');
  if (!mayBan(actor, target)) refuse('FORBIDDEN');
  return target;
}

export const remove: CommandHandler<typeof removeMessages> = async (ctx, { chatIds }) => {
  const { tx, actor, now } = ctx;
  const hidden = await hideMessages(tx, chatIds, now);
  for (const { id, shownId } of hidden) ctx.act({ playerId: shownId, subject: id });
  if (hidden.length === 0) ctx.act({ details: { changed: false } });
  await writeAudit(
    tx,
    hidden.map(({ id, shownId }) => ({
      at: now,
      actorId: actor.id,
      action: 'remove',
      targetId: shownId,
      chatId: id,
      until: null,
    })),
  );
  for (const { id } of hidden) {
    ctx.emit({ topic: 'chat', subject: id, version: 2, type: 'chat.removed', body: { id } });
  }
  return { removed: hidden.map(({ id }) => id).sort() };
};
