/**
 * Confirmations of the account's phone (`/mobileconf`): listed and answered with keys made from the identity secret. A key is for one second and one
 * purpose; a key that allows or cancels works once. Until the notice about trade protection is acknowledged, nothing can be confirmed.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Account } from '../accounts.ts';
import { bodyText, queryText } from '../../kit/service.ts';
import { carryOut, ok, type Answer } from './answers.ts';
import { sessionOf, type TradeDeps } from './calls.ts';
import { acceptOffer, letTimePass } from './exchange.ts';
import { OfferState, type Confirmation } from './state.ts';
import { seconds } from './wire.ts';

/** Tolerance for the clock in a key, in seconds. */
const TOLERANCE = 300;
const LIST_TAGS = ['conf', 'list'];
const ANSWER_TAGS = { allow: ['allow', 'accept'], cancel: ['cancel', 'reject'] } as const;
const BAD_KEY = {
  success: false,
  message: 'Oh nooooooes!',
  detail:
    'The codes of this authenticator are not valid. Its clock may be wrong, or another device may have replaced it.',
};
const NEED_AUTH = { success: false, needauth: true };

type UsedKeys = Map<string, number>;

export function confirmationRoutes(app: FastifyInstance, deps: TradeDeps): void {
  const used: UsedKeys = new Map();
  app.get('/mobileconf/getlist', async (request, reply) =>
    carryOut(deps.faults, 'confirmations', reply, () => {
      const params = new URLSearchParams(queryText(request));
      const me = keyHolder(deps, request, params, LIST_TAGS);
      if ('status' in me) return me;
      letTimePass(deps.book);
      const conf = deps.book.confirmationsOf(me.steamId).map((one) => wireConfirmation(deps, one));
      return ok({ success: true, conf });
    }),
  );
  const answer = (request: FastifyRequest, params: URLSearchParams): Answer => {
    const op = params.get('op');
    if (op !== 'allow' && op !== 'cancel') return ok({ success: false });
    const me = keyHolder(deps, request, params, ANSWER_TAGS[op]);
    if ('status' in me) return me;
    if (!useOnce(used, `${me.steamId} ${params.get('t')}`, seconds(deps.book.clock.now()))) return ok(BAD_KEY);
    letTimePass(deps.book);
    return ok({ success: answerAll(deps, me, op, listOf(params, 'cid'), listOf(params, 'ck')) });
  };
  app.get('/mobileconf/ajaxop', async (request, reply) =>
    carryOut(deps.faults, 'confirm', reply, () => answer(request, new URLSearchParams(queryText(request)))),
  );
  app.post('/mobileconf/multiajaxop', async (request, reply) =>
    carryOut(deps.faults, 'confirm', reply, () => answer(request, new URLSearchParams(bodyText(request)))),
  );
}

/** The signed-in account, when the key is right for its time and tag; otherwise the refusal. */
function keyHolder(
  deps: TradeDeps,
  request: FastifyRequest,
  params: URLSearchParams,
  tags: readonly string[],
): Account | Answer {
  const me = sessionOf(deps, request);
  if (me === null || params.get('a') !== me.steamId) return ok(NEED_AUTH);
  const time = Number(params.get('t'));
  const tag = params.get('tag') ?? '';
  const inTime = Math.abs(time - seconds(deps.book.clock.now())) <= TOLERANCE;
  if (!Number.isInteger(time) || !inTime || !tags.includes(tag)) return ok(BAD_KEY);
  const expected = confirmationKey(deps.sessions.identitySecret(me.steamId), time, tag);
  const given = Buffer.from(params.get('k') ?? '', 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected) ? me : ok(BAD_KEY);
}

/** HMAC-SHA1 under the identity secret over the time (8 bytes, big endian) and the tag. */
function confirmationKey(identitySecret: Buffer, time: number, tag: string): Buffer {
  const clock = Buffer.alloc(8);
  clock.writeBigUInt64BE(BigInt(time));
  return createHmac('sha1', identitySecret).update(clock).update(tag.slice(0, 32)).digest();
}

function useOnce(used: UsedKeys, key: string, nowSeconds: number): boolean {
  for (const [old, at] of used) if (at + 2 * TOLERANCE < nowSeconds) used.delete(old);
  if (used.has(key)) return false;
  used.set(key, nowSeconds);
  return true;
}

/** All or nothing: an unknown id or nonce refuses the whole request. */
function answerAll(deps: TradeDeps, me: Account, op: 'allow' | 'cancel', ids: string[], nonces: string[]): boolean {
  const { book } = deps;
  const open = book.confirmationsOf(me.steamId);
  const asked = ids.map((id, i) => open.find((one) => one.confirmationId === id && one.nonce === nonces[i]));
  const found = asked.filter((one) => one !== undefined);
  if (!me.acknowledged || found.length === 0 || found.length < asked.length) return false;
  const done = found.map((one) => (op === 'allow' ? allow(deps, one) : cancel(deps, one)));
  book.save();
  return done.every((one) => one);
}

function allow({ book, faults }: TradeDeps, confirmation: Confirmation): boolean {
  const offer = book.offer(confirmation.offerId);
  if (offer === null) return false;
  if (offer.state === OfferState.needsConfirmation) {
    book.change(offer, { state: OfferState.active });
    return true;
  }
  return !('strError' in acceptOffer(book, offer, faults.take('steam', 'hold-all')?.days));
}

function cancel({ book }: TradeDeps, confirmation: Confirmation): boolean {
  const offer = book.offer(confirmation.offerId);
  if (offer === null) return false;
  book.change(offer, { state: OfferState.canceledBySecondFactor, acceptPending: false });
  return true;
}

function wireConfirmation(
  { book }: TradeDeps,
  { confirmationId, nonce, accountId, offerId, createdAtMs }: Confirmation,
) {
  const offer = book.offer(offerId);
  const otherId = offer?.fromId === accountId ? offer.toId : (offer?.fromId ?? '');
  const count = (items: readonly unknown[] | undefined) => `${items?.length ?? 0} items`;
  const [mine, theirs] = offer?.fromId === accountId ? [offer.give, offer.take] : [offer?.take, offer?.give];
  return {
    type: 2,
    type_name: 'Trade Offer',
    id: confirmationId,
    creator_id: offerId,
    nonce,
    creation_time: seconds(createdAtMs),
    cancel: 'Cancel',
    accept: 'Accept',
    icon: '',
    multi: true,
    headline: book.accounts.find(otherId)?.name ?? '',
    summary: [`You will give up ${count(mine)}`, `You will receive ${count(theirs)}`],
    warn: null,
  };
}

function listOf(params: URLSearchParams, name: string): string[] {
  return [...params].filter(([key]) => key.replace(/\[\d*\]$/, '') === name).map(([, value]) => value);
}
