/**
 * The draft of a new battle: cases, type, mode. Kept while the player browses the site.
 * Used by the create bar and the 'Add case' window, which works on a copy until it is confirmed.
 */
import { create } from 'zustand';
import type { BattleMode, BattleType, Casebattle } from '@fairpot/contract/casebattle/schemas';

export interface BattleDraft {
  /** Case ids in order of opening. */
  readonly caseIds: readonly string[];
  readonly type: BattleType;
  readonly mode: BattleMode;
  /** The selections of the open 'Add case' window, newest last, for undo; null while it is closed. */
  readonly picking: readonly (readonly string[])[] | null;
}

export const useDraft = create<BattleDraft>(() => ({ caseIds: [], type: 'STANDARD_2', mode: 'NORMAL', picking: null }));

/** Starts the window's copy; keeps it if the window only made way for a case's table. */
export function startPicking(): void {
  useDraft.setState(({ caseIds, picking }) => ({ picking: picking ?? [caseIds] }));
}

export function stopPicking(): void {
  useDraft.setState({ picking: null });
}

/** Changes the copy; `undoPick` undoes the change. */
export function pick(change: (ids: readonly string[]) => readonly string[]): void {
  useDraft.setState(({ picking }) => {
    const now = picking?.at(-1) ?? [];
    const next = change(now);
    return next === now ? {} : { picking: [...(picking ?? []), next] };
  });
}

export function undoPick(): void {
  useDraft.setState(({ picking }) => (picking && picking.length > 1 ? { picking: picking.slice(0, -1) } : {}));
}

/** 'Confirm Selection': the copy becomes the battle's cases. */
export function confirmPicking(): void {
  useDraft.setState(({ picking, caseIds }) => ({ caseIds: picking?.at(-1) ?? caseIds, picking: null }));
}

export function setCases(caseIds: readonly string[]): void {
  useDraft.setState({ caseIds });
}

/** Makes a draft with the cases, type and mode of a battle. */
export function recreate({ cases, type, mode }: Pick<Casebattle, 'cases' | 'type' | 'mode'>): void {
  useDraft.setState({ caseIds: cases.map(({ id }) => id), type, mode, picking: null });
}
