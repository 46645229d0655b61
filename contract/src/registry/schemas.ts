/**
 * Every call of the product, in one list; those of the games come from their table (games/games.ts). Tests check that
 * the server has a handler for each, and a client's call finds its types here by name. Server and tests load the
 * values, clients only the types.
 */
import { GAME_NAMES } from '../games/games.ts';
import type { GameCall } from './games.ts';
import type { Call } from '../wire/call.schemas.ts';
import * as casebattleCases from '../casebattle/cases/schemas.ts';
import * as chat from '../chat/schemas.ts';
import * as crypto from '../crypto/schemas.ts';
import * as cryptoAddresses from '../crypto/addresses/schemas.ts';
import * as cryptoIncidents from '../crypto/incidents/schemas.ts';
import * as cryptoSignatures from '../crypto/signatures/schemas.ts';
import * as cryptoWithdrawals from '../crypto/withdrawals/schemas.ts';
import * as demo from '../demo/schemas.ts';
import * as fair from '../fair/schemas.ts';
import * as gamesStuck from '../operations/stuck/schemas.ts';
import * as inventory from '../inventory/schemas.ts';
import * as keys from '../keys/schemas.ts';
import * as log from '../log/schemas.ts';
import * as market from '../market/schemas.ts';
import * as notifications from '../notifications/schemas.ts';
import * as notificationsPush from '../notifications/push/schemas.ts';
import * as operations from '../operations/schemas.ts';
import * as operationsBreakers from '../operations/breakers/schemas.ts';
import * as operationsCollusion from '../operations/collusion/schemas.ts';
import * as operationsPauses from '../operations/pauses/schemas.ts';
import * as operationsRisk from '../operations/risk/schemas.ts';
import * as operationsTrace from '../operations/trace/schemas.ts';
import * as profile from '../profile/schemas.ts';
import * as promo from '../promo/schemas.ts';
import * as protection from '../protection/schemas.ts';
import * as results from '../results/schemas.ts';
import * as settings from '../settings/schemas.ts';
import * as solvency from '../solvency/schemas.ts';
import * as staff from '../staff/schemas.ts';
import * as staffTrades from '../staff/trades/schemas.ts';
import * as staffUsers from '../staff/users/schemas.ts';
import * as support from '../support/schemas.ts';
import * as trades from '../trades/schemas.ts';
import * as user from '../user/schemas.ts';

/** The rooms with calls: every call that their schemas export is listed. */
const ROOMS = [
  user,
  profile,
  keys,
  settings,
  inventory,
  casebattleCases,
  fair,
  results,
  gamesStuck,
  log,
  solvency,
  chat,
  support,
  notifications,
  notificationsPush,
  trades,
  crypto,
  cryptoIncidents,
  cryptoSignatures,
  cryptoAddresses,
  cryptoWithdrawals,
  operationsTrace,
  market,
  protection,
  operationsRisk,
  operationsBreakers,
  operationsCollusion,
  promo,
  demo,
  staff,
  staffUsers,
  staffTrades,
  operations,
  operationsPauses,
] as const;

/** The calls that the schemas of each game, in the folder of its name, export. */
async function callsOfGames(): Promise<Call[]> {
  const modules = await Promise.all(
    GAME_NAMES.map((game) => import(/* @vite-ignore */ `../${game}/schemas.ts`) as Promise<object>),
  );
  return modules.flatMap(callsIn);
}

/** The calls among the exports of a module, without those of the system, which no one makes from the network. */
export function callsIn(module: object): Call[] {
  return Object.values(module)
    .filter(isCall)
    .filter(({ permission }) => permission !== 'system');
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'kind' in value && 'path' in value && 'input' in value;
}

export const CALLS: readonly Call[] = [...ROOMS.flatMap(callsIn), ...(await callsOfGames())];

type CallIn<M> = M extends unknown ? { [K in keyof M]: M[K] extends Call ? M[K] : never }[keyof M] : never;
type ListedCall = CallIn<(typeof ROOMS)[number]> | GameCall;

/** Each call by its name: types only. */
export type CallsByName = { readonly [C in ListedCall as C['name']]: C };
