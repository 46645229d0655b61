/**
 * An act of staff: the window that says what will happen, asks why, and sends the command. Whoever draws a button for an act calls
 * `openAct`; the desk's page has registered the window.
 */
import type { CommandEndpoint } from '@fairpot/contract/wire/call';
import type { InputOf, OutputOf } from '@fairpot/contract/registry/listed';
import type { ReactNode } from 'react';
import type { ApiRefusal } from '../../../platform/calls/api.ts';
import { openModal, registerModal } from '../../../platform/page/modal.ts';

export interface Act<C extends CommandEndpoint> {
  /** What is done, and to whom: 'End all sessions of rookbolt'. */
  readonly title: string;
  /** What follows from it, for whoever is about to confirm. */
  readonly text?: string;
  /** What it was held against, line by line, for whoever is about to confirm. */
  readonly about?: ReactNode;
  /** On the button: 'END SESSIONS'. */
  readonly confirm: string;
  /** Takes something away from somebody. */
  readonly danger?: boolean;
  readonly command: C;
  /** The command's input, but the reason, which the window asks for. */
  readonly input: Omit<InputOf<C>, 'why'>;
  /** After it is done: fetch again what it changed. */
  readonly onDone?: (answer: OutputOf<C>) => void;
  /** Instead of the refusal's own text, for what needs more words. */
  readonly refused?: (refusal: ApiRefusal) => string | null;
}

/** One more thing that the window asks for: the field `name` of the input. */
export interface AskedField<Name> {
  readonly name: Name;
  readonly label: string;
  readonly hint: string;
  /** What is sent for what was typed; null: it is none, and `wrong` is said. */
  readonly read: (text: string) => string | null;
  readonly wrong: string;
}

/** An act with a field of its own besides the reason. */
export type AskingAct<C extends CommandEndpoint, Name extends keyof InputOf<C>> = Omit<Act<C>, 'input'> & {
  readonly field: AskedField<Name>;
  readonly input: Omit<InputOf<C>, 'why' | Name>;
};

/** An act whose command is not known by type any more, as the window has it. */
export type AnyAct = Omit<Act<CommandEndpoint>, 'onDone' | 'input'> & {
  readonly input: object;
  readonly field?: AskedField<string>;
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

/** Opens the window of an act. Closing it changes nothing. */
export function openAct<C extends CommandEndpoint>(act: Act<C>): void {
  openModal('staff.act', { act: act as unknown as AnyAct });
}

/** The same, of an act that asks for one thing more. */
export function openAskingAct<C extends CommandEndpoint, Name extends keyof InputOf<C>>(act: AskingAct<C, Name>): void {
  openModal('staff.act', { act: act as unknown as AnyAct });
}
