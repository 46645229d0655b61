/** Public queries about battles. */
import { byActivity } from '@fairpot/contract/casebattle/views';
import type { casebattleHistory, getCasebattle, listCasebattles } from '@fairpot/contract/casebattle/schemas';
import type { QueryHandler } from '../../platform/runner/feature.ts';
import { refuse } from '../../platform/runner/refused.ts';
import { presentBattles, presentDetails } from './present.ts';
import { activeIds, battlesByIds, finishedIds } from './store.ts';

/** Maximum number of battles in the list; older waiting ones can be opened by link. */
const LIST_LIMIT = 200;
const HISTORY_LIMIT = 20;

export const list: QueryHandler<typeof listCasebattles> = async ({ db }) => {
  const battles = await battlesByIds(db, await activeIds(db, LIST_LIMIT));
  return (await presentBattles(db, battles)).sort(byActivity);
};

export const get: QueryHandler<typeof getCasebattle> = async ({ db }, { id }) => {
  const [battle] = await battlesByIds(db, [id]);
  if (!battle) return refuse('NO_GAME');
  return presentDetails(db, battle);
};

export const history: QueryHandler<typeof casebattleHistory> = async ({ db }, { before, limit }) =>
  presentBattles(db, await battlesByIds(db, await finishedIds(db, before ?? null, limit ?? HISTORY_LIMIT)));
