/** The chat as a feature: contract bound to handlers, the sweep that deletes old messages, facts, invariants. */
import {
  banFromChat,
  chatAudit,
  chatHistory,
  chatPersonas,
  chatState,
  createMessage,
  createMessageAsStaff,
  removeMessages,
  unbanFromChat,
} from '@fairpot/contract/chat/schemas';
import type { Deps } from '../platform/process/deps.ts';
import { onCommand, onQuery, onReplicaQuery, type Feature } from '../platform/runner/feature.ts';
import { ban, create, createAsStaff, remove, unban } from './commands.ts';
import { chatInvariants } from './invariants.ts';
import { chatFacts } from './present.ts';
import { audit, history, personas, state } from './queries.ts';
import { KEEP_MS } from './rules.ts';
import { deleteOldMessages } from './store.ts';

const FORGET_EVERY_MS = 10 * 60 * 1000;
const FORGET_ROWS = 1_000;

export function chatFeature(deps: Deps): Feature {
  return {
    name: 'chat',
    bindings: [
      onReplicaQuery(chatHistory, history),
      onReplicaQuery(chatState, state),
      onQuery(chatPersonas, personas),
      onQuery(chatAudit, audit),
      onCommand(createMessage, create(deps)),
      onCommand(createMessageAsStaff, createAsStaff(deps)),
      onCommand(banFromChat, ban),
      onCommand(unbanFromChat, unban),
      onCommand(removeMessages, remove),
    ],
    sweeps: [
      {
        name: 'chat.forget',
        everyMs: FORGET_EVERY_MS,
        run: () => deleteOldMessages(deps.db, deps.clock.now() - KEEP_MS, FORGET_ROWS),
      },
    ],
    presenters: [chatFacts],
    invariants: chatInvariants,
  };
}
