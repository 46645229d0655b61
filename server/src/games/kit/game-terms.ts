/** The terms of a game as one value: its settings, and what follows from them for rounds to come. games/games.ts lists them all. */
import type { Game } from '@fairpot/contract/fair/schemas';
import type { SettingTable, StoredSettings } from '../../platform/runner/settings.ts';

export interface GameTerms {
  readonly game: Game;
  /** By key as stored, `<game>.…`; the rate, where ADMIN can change it, is `<game>.feeBps` (the log records each change). */
  readonly settings: SettingTable;
  /** The rate of rounds opened from now on. */
  readonly feeBps: (stored: StoredSettings) => number;
  /** What clients are told of the terms before anything else. */
  readonly published: (stored: StoredSettings) => object;
}
