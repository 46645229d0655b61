/**
 * Ids on the wire: a prefix for the kind, then 26 characters of Crockford base32 that sort by time. Only the server's
 * id source creates them; this file describes and recognises them.
 */

export const ID_PREFIXES = {
  player: 'ply',
  round: 'rnd',
  item: 'itm',
  entry: 'ent',
  transfer: 'trf',
  request: 'req',
  chat: 'cht',
  trade: 'trd',
  cryptoWallet: 'cwa',
  cryptoOrder: 'cor',
  cryptoWithdrawal: 'cwd',
  cryptoAddress: 'cad',
  export: 'exp',
  promo: 'prm',
  ticket: 'tkt',
  ticketMessage: 'tmg',
  adjustment: 'adj',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

/** Matches complete ids of one kind. */
export function idPattern(kind: IdKind): RegExp {
  return new RegExp(`^${ID_PREFIXES[kind]}_[0-9a-hjkmnp-tv-z]{26}$`);
}
