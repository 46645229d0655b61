/** The calls of push notifications. A browser's subscription is that of its sign-in. */
import { MAX_PUSH_BROWSERS } from '@fairpot/contract/notifications/push/calls';
import { choosePushKinds, getPush, subscribePush, unsubscribePush } from '@fairpot/contract/notifications/push/schemas';
import type { Deps } from '../../platform/process/deps.ts';
import { onCommand, onQuery, type Actor, type Binding } from '../../platform/runner/feature.ts';
import { refuse } from '../../platform/runner/refused.ts';
import { deleteOfSession, replaceSubscription, storeKinds, subscriptionOf } from './store.ts';

export function pushCalls({ gateways }: Deps): Binding[] {
  return [
    onQuery(getPush, async ({ db, actor }) => ({
      key: gateways.push?.publicKey ?? null,
      browser: (await subscriptionOf(db, actor?.sessionId ?? '')) ?? null,
    })),
    onCommand(subscribePush, async ({ tx, actor, now }, { endpoint, p256dh, auth, kinds }) => {
      const gateway = gateways.push ?? refuse('NOT_FOUND');
      const place = gateway.placeOf(endpoint) ?? refuse('BAD_INPUT', { detail: 'endpoint: of no known push service' });
      if (!gateway.isUsableKey(p256dh)) refuse('BAD_INPUT', { detail: 'p256dh: not a public key of P-256' });
      const made = { ...place, playerId: actor.id, sessionId: sessionOf(actor), p256dh, auth, kinds };
      return replaceSubscription(tx, made, MAX_PUSH_BROWSERS, now);
    }),
    onCommand(
      choosePushKinds,
      async ({ tx, actor }, { kinds }) => (await storeKinds(tx, sessionOf(actor), kinds)) ?? refuse('NOT_FOUND'),
    ),
    onCommand(unsubscribePush, async ({ tx, actor }) => {
      await deleteOfSession(tx, sessionOf(actor));
      return { off: true as const };
    }),
  ];
}

/** A caller without a sign-in has no browser. */
function sessionOf({ sessionId }: Actor): string {
  return sessionId ?? refuse('SIGNED_OUT');
}
