/** Server side of games.ts: the settings of every game that clients read. Calls: registry/schemas.ts. */
import { byGame, type GameName } from '../games/games.ts';
import { CasebattleSettings } from '../casebattle/schemas.ts';
import { ItemGameSettings } from '../inventory/item.schemas.ts';

/** Settings of games whose stakes are not items. */
const OTHERS = { casebattle: CasebattleSettings } as const;

type SettingsOf<G extends GameName> = G extends keyof typeof OTHERS ? (typeof OTHERS)[G] : typeof ItemGameSettings;

export const GAME_SETTINGS = { ...byGame(() => ItemGameSettings), ...OTHERS } as {
  readonly [G in GameName]: SettingsOf<G>;
};
