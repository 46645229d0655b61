/**
 * House personas as staff see and create them. A persona's results are kept like those of every player: as sums, updated with each result.
 */
import { cents, usd } from '@fairpot/contract/wire/money';
import type { listPersonas, makePersona } from '@fairpot/contract/operations/schemas';
import { balancesOf } from '../ledger/ledger.ts';
import type { Deps } from '../platform/process/deps.ts';
import type { CommandHandler, QueryHandler } from '../platform/runner/feature.ts';
import { invariant, refuse } from '../platform/runner/refused.ts';
import { findOrCreatePlayer } from './commands.ts';
import { shownName } from './names.ts';
import { publicUser } from './present.ts';
import { fakePlayers, isNameTaken, playedByFakes, playersByIds } from './store.ts';

/** In order of creation; there are few, because staff create each by hand. */
export const listPersonaStats: QueryHandler<typeof listPersonas> = async ({ db }) => {
  const [rows, played] = [await fakePlayers(db), new Map((await playedByFakes(db)).map((each) => [each.id, each]))];
  const balances = await Promise.all(rows.map((row) => balancesOf(db, row.id)));
  return {
    personas: rows.map((row, at) => {
      const own = played.get(row.id) ?? { played: 0, stakedCents: 0, wonCents: 0 };
      return {
        user: publicUser(row),
        balanceUsd: usd(balances[at]?.available ?? cents(0)),
        played: own.played,
        stakedUsd: usd(cents(own.stakedCents)),
        wonUsd: usd(cents(own.wonCents)),
        resultUsd: usd(cents(own.wonCents - own.stakedCents)),
      };
    }),
  };
};

/** First digits of a steamid that no person can have: below the first one that Steam ever gave. */
const PERSONA_PREFIX = '76561190';

/** Refuses PERSONA_NAME for a name that is reserved or taken. */
export function createPersona(deps: Deps): CommandHandler<typeof makePersona> {
  return async ({ tx, now, act }, { name }) => {
    if (shownName(name) !== name || (await isNameTaken(tx, name))) refuse('PERSONA_NAME');
    const digits = [...deps.random.bytes(9)].map((byte) => byte % 10).join('');
    const wanted = { steamid: `${PERSONA_PREFIX}${digits}`, name, avatar: deps.gateways.steam.avatar(null) };
    const { id, created } = await findOrCreatePlayer(
      deps,
      { tx, now },
      { ...wanted, status: 'USER', isFake: true, ageConfirmedAt: now },
    );
    act({ playerId: id, details: { name } });
    invariant(created, 'a generated persona steamid is free');
    const [row] = await playersByIds(tx, [id]);
    invariant(row, `${id} was written`);
    return publicUser(row);
  };
}
