/**
 * The name that staff write under in chat: their own, the site's, or a house persona's. Any screen may call `chatShadow` for a persona. The
 * server refuses it for real players (rulings 1.4), so no screen offers it for them.
 */
import type { PublicUser } from '@fairpot/contract/user/schemas';
import { create } from 'zustand';
import { messages } from '../../messages.ts';
import { TOAST_MS, toastSuccess } from './toasts.ts';

/** Name of the site's own voice (spec 8). */
const ADMIN_NAME = 'admin';

export type ChatVoice =
  | { readonly kind: 'own' }
  | { readonly kind: 'staff' }
  | { readonly kind: 'house'; readonly persona: PublicUser };

export const useVoice = create<{ readonly voice: ChatVoice }>(() => ({ voice: { kind: 'own' } }));

function switchTo(voice: ChatVoice, name: string): void {
  useVoice.setState({ voice });
  toastSuccess(messages.done.chatAs(name), { durationMs: TOAST_MS.short });
}

/** 'Now you can chat as admin'. */
export function chatAsAdmin(): void {
  switchTo({ kind: 'staff' }, ADMIN_NAME);
}

/** 'Now you can chat as {name}', for a house persona. */
export function chatShadow(persona: PublicUser): void {
  switchTo({ kind: 'house', persona }, persona.name);
}

/** Back to the writer's own name. */
export function chatAsOneself(name: string): void {
  switchTo({ kind: 'own' }, name);
}
