/**
 * Sends queued pushes, outside any transaction: one sweep for each push service, so that one that hangs holds up only itself. A node takes messages
 * for half a minute and then decides what becomes of each. If it dies in between, another node sends them again: the tag of a push makes a browser
 * replace the first with the second.
 */
import { createHash } from 'node:crypto';
import type { PushPayload } from '@fairpot/contract/notifications/push/calls';
import type { Deps } from '../../platform/process/deps.ts';
import type { PushGateway } from '../../platform/process/push-port.ts';
import type { Sweep } from '../../platform/runner/feature.ts';
import { againAfterMs, remainingMs } from './rules.ts';
import {
  anyDueSql,
  deleteSubscription,
  noteFailure,
  noteSuccess,
  postponeMessage,
  removeMessage,
  takeDue,
  type TakenMessage,
} from './store.ts';

const EVERY_MS = 2_000;
/** Sent together; a run lasts as long as the slowest of them, which the gateway bounds. */
const AT_ONCE = 20;
/** Longer than a run. */
const TAKEN_MS = 30_000;
/** What RFC 8030 allows. */
const TOPIC_LENGTH = 32;

export function pushSweeps(deps: Deps): Sweep[] {
  const gateway = deps.gateways.push;
  if (gateway === null) return [];
  return gateway.services.map((service) => ({
    name: `notifications.push.${service}`,
    everyMs: EVERY_MS,
    due: (now) => anyDueSql(service, now),
    run: async (signal) => {
      const now = deps.clock.now();
      const taken = await takeDue(deps.db, service, now, now + TAKEN_MS, AT_ONCE);
      await Promise.all(taken.map((each) => deliver(deps, gateway, each, signal)));
      return taken.length;
    },
  }));
}

/** A message that fails holds up no other. */
async function deliver(deps: Deps, gateway: PushGateway, each: TakenMessage, signal: AbortSignal): Promise<void> {
  try {
    await sendOne(deps, gateway, each, signal);
  } catch (error) {
    deps.log.error({ err: error, push: each.id }, 'push not sent, will retry');
  }
}

async function sendOne(
  { db, clock, log }: Deps,
  gateway: PushGateway,
  each: TakenMessage,
  signal: AbortSignal,
): Promise<void> {
  const { subscriptionId, message, path, tag, at, tries } = each;
  const keepMs = remainingMs(message, at, clock.now());
  if (keepMs <= 0) return removeMessage(db, each);
  const payload = JSON.stringify({ message, path, tag } satisfies PushPayload);
  const topic = createHash('sha256').update(tag).digest('base64url').slice(0, TOPIC_LENGTH);
  const answer = await gateway.send(each, { payload, topic, keepSeconds: Math.ceil(keepMs / 1_000) }, signal);
  if (answer.kind === 'gone') return deleteSubscription(db, subscriptionId);
  const afterMs = answer.kind === 'away' ? againAfterMs(tries) : null;
  if (afterMs !== null) return postponeMessage(db, each, clock.now() + afterMs);
  await removeMessage(db, each);
  if (answer.kind === 'accepted') return noteSuccess(db, subscriptionId);
  log.warn({ push: each.id, tries, why: answer.why }, 'push given up');
  return noteFailure(db, subscriptionId, clock.now());
}
