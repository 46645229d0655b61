/**
 * Unseen money: an address balance shows money that no payment explains (incident UNSEEN_MONEY, usually sent by a contract). Two staff
 * members credit it: one finds the transaction and requests, another approves. The credited amount is what the watcher reported, for the
 * player whose address it is; a database function enforces this (crypto_unseen_credit), whatever this process says.
 */
import type { Coin } from '@fairpot/contract/crypto/calls';
import type { creditUnseenMoney, refuseUnseenMoney } from '@fairpot/contract/crypto/incidents/schemas';
import { sql } from '../platform/database/sql.ts';
import type { CommandHandler } from '../platform/runner/feature.ts';
import { invariant, refuse } from '../platform/runner/refused.ts';
import { parseDoubt } from './unseen-view.ts';

interface UnseenIncident {
  readonly kind: string;
  readonly playerId: string | null;
  readonly closedAt: number | null;
  /** The watcher's last mismatch for the address: 'COIN got paid', base units; null if it matches. */
  readonly doubt: string | null;
}

/** Refuses NOT_FOUND unless it is an open UNSEEN_MONEY, FORBIDDEN about the own address, UNSEEN_GONE, UNSEEN_TWICE, UNSEEN_OTHER. */
export const creditUnseen: CommandHandler<typeof creditUnseenMoney> = async (
  { tx, actor, now, act },
  { incidentId, txid, why },
) => {
  const incident = await tx.maybe<UnseenIncident>(sql`
    select i.kind, w.player_id as "playerId", i.closed_at as "closedAt", w.doubt
    from crypto_incidents i left join crypto_wallets w on w.id = i.wallet_id
    where i.id = ${incidentId} for no key update of i`);
  if (incident?.kind !== 'UNSEEN_MONEY' || incident.closedAt !== null) return refuse('NOT_FOUND');
  if (incident.playerId === actor.id) refuse('FORBIDDEN');
  act({ playerId: incident.playerId, subject: `UNSEEN_MONEY ${incidentId}`, details: { txid } });
  const amounts = parseDoubt(incident.doubt) ?? refuse('UNSEEN_GONE');
  const { coin } = amounts;
  const units = amounts.more.toString();
  const request = await tx.maybe<{ askedBy: string; txid: string; coin: Coin; units: string }>(sql`
    select asked_by as "askedBy", txid, coin, units::text as units from crypto_unseen
    where incident_id = ${incidentId}`);
  if (request === undefined) {
    await tx.run(sql`
      insert into crypto_unseen (incident_id, txid, coin, units, asked_by, asked_why, asked_at)
      values (${incidentId}, ${txid}, ${coin}, ${units}::numeric, ${actor.id}, ${why}, ${now})`);
    return { incidentId, coinName: coin, units, approvals: 1 };
  }
  if (request.askedBy === actor.id) refuse('UNSEEN_TWICE');
  if (request.txid !== txid || request.coin !== coin || request.units !== units) refuse('UNSEEN_OTHER');
  await tx.run(sql`
    update crypto_unseen set allowed_by = ${actor.id}, allowed_at = ${now} where incident_id = ${incidentId}`);
  const { done } = await tx.one<{ done: boolean }>(sql`select crypto_unseen_credit(${incidentId}, ${now}) as done`);
  if (!done) refuse('UNSEEN_GONE');
  const closed = await tx.run(sql`
    update crypto_incidents set closed_at = ${now}, closed_by = ${actor.id}, why = ${why}
    where id = ${incidentId} and closed_at is null`);
  invariant(closed === 1, `incident ${incidentId} was not open`);
  return { incidentId, coinName: coin, units, approvals: 2 };
};

/**
 * Withdraws a request that was not approved yet, by its requester or by someone who disagrees: a wrong transaction would otherwise block
 * the incident for good. Refuses NOT_FOUND if nothing is requested, FORBIDDEN about the own address.
 */
export const refuseUnseen: CommandHandler<typeof refuseUnseenMoney> = async ({ tx, actor, act }, { incidentId }) => {
  const incident = await tx.maybe<{ playerId: string | null }>(sql`
    select w.player_id as "playerId" from crypto_incidents i left join crypto_wallets w on w.id = i.wallet_id
    where i.id = ${incidentId} for no key update of i`);
  if (incident === undefined) return refuse('NOT_FOUND');
  if (incident.playerId === actor.id) refuse('FORBIDDEN');
  const request = await tx.maybe<{ txid: string }>(sql`
    delete from crypto_unseen where incident_id = ${incidentId} and allowed_by is null returning txid`);
  if (request === undefined) return refuse('NOT_FOUND');
  act({ playerId: incident.playerId, subject: `UNSEEN_MONEY ${incidentId}`, details: { txid: request.txid } });
  return { incidentId };
};
