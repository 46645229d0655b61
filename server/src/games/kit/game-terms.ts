/**
 * The terms of a game as one value: its settings, and what they mean for future rounds. games/games.ts lists them all.
 */
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import type { SettingTable, StoredSettings } from '../../platform/runner/settings.ts';

export interface GameTerms {
  readonly game: ProvableGame;
  /**
   * By stored key, `<game>.…`. The rate, where ADMIN can change it, is `<game>.feeBps` (the log records each change).
   */
  readonly settings: SettingTable;
  /** The rate of rounds opened from now on. */
  readonly feeBps: (stored: StoredSettings) => number;
  /** The terms that clients receive with the page's first data. */
  readonly published: (stored: StoredSettings) => object;
}
