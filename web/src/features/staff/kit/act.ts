/**
 * A staff action: the window that says what will happen, asks for the reason and sends the command. A button of the desk calls `openAct`;
 * importing this module registers the window.
 */
import type { CommandEndpoint } from '@fairpot/contract/wire/call';
import type { InputOf, OutputOf } from '@fairpot/contract/registry/call-types';
import type { ReactNode } from 'react';
import type { ApiRefusal } from '../../../platform/calls/api.ts';
import { openModal, registerModal } from '../../../platform/page/modal.ts';
import type { ExtraField } from './act-modal.tsx';

export interface DeskAct<C extends CommandEndpoint> {
  /** The action and its target: 'End all sessions of rookbolt'. */
  readonly title: string;
  /** The effect, shown before confirmation. */
  readonly text?: string;
  /** The values it was checked against, line by line, shown before confirmation. */
  readonly about?: ReactNode;
  /** On the button: 'END SESSIONS'. */
  readonly confirm: string;
  /** It takes something away from a player. */
  readonly danger?: boolean;
  readonly command: C;
  /** The command's input without the reason, which the window asks for. */
  readonly input: Omit<InputOf<C>, 'why'>;
  /** Refetch here what the action changed. */
  readonly onDone?: (answer: OutputOf<C>) => void;
  /** A longer text than the refusal's own; null keeps that. */
  readonly refused?: (refusal: ApiRefusal) => string | null;
}

/** An action with one more field than the reason. */
export type ActWithField<C extends CommandEndpoint, Name extends keyof InputOf<C>> = Omit<DeskAct<C>, 'input'> & {
  readonly field: ExtraField<Name>;
  readonly input: Omit<InputOf<C>, 'why' | Name>;
};

/** An action without the type of its command, as the window receives it. */
export type AnyAct = Omit<DeskAct<CommandEndpoint>, 'onDone' | 'input'> & {
  readonly input: object;
  readonly field?: ExtraField<string>;
  readonly onDone?: (answer: unknown) => void;
};

declare module '../../../platform/page/modal.ts' {
  interface ModalViews {
    'staff.act': { readonly act: AnyAct };
  }
}

registerModal('staff.act', {
  title: ({ act }) => act.title,
  size: 'sm',
  load: () => import('./act-modal.tsx').then((m) => m.ActModal),
});

/** Opens the window of an action. Closing it changes nothing. */
export function openAct<C extends CommandEndpoint>(act: DeskAct<C>): void {
  openModal('staff.act', { act: act as unknown as AnyAct });
}

/** The same, for an action with one more field. */
export function openActWithField<C extends CommandEndpoint, Name extends keyof InputOf<C>>(
  act: ActWithField<C, Name>,
): void {
  openModal('staff.act', { act: act as unknown as AnyAct });
}
