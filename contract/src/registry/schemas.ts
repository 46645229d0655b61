/**
 * Every call of the product, in one list; those of the games come from their table (games/games.ts). Tests check that
 * the server has a handler for each, and a client's call finds its types here by name. Server and tests load the
 * values, clients only the types.
 */
import { GAME_NAMES } from '../games/games.ts';
import type { GameCall } from './games.ts';
import type { Call } from '../wire/call.schemas.ts';
import { CASE_CALLS } from '../casebattle/cases/schemas.ts';
import { CHAT_CALLS } from '../chat/schemas.ts';
import { CRYPTO_CALLS } from '../crypto/schemas.ts';
import { CRYPTO_INCIDENT_CALLS } from '../crypto/incidents/schemas.ts';
import { CRYPTO_SIGNATURE_CALLS } from '../crypto/signatures/schemas.ts';
import { CRYPTO_ADDRESS_CALLS } from '../crypto/addresses/schemas.ts';
import { CRYPTO_WITHDRAWAL_CALLS } from '../crypto/withdrawals/schemas.ts';
import { DEMO_CALLS } from '../demo/schemas.ts';
import { FAIR_CALLS } from '../fair/schemas.ts';
import { INVENTORY_CALLS } from '../inventory/schemas.ts';
import { KEY_CALLS } from '../keys/schemas.ts';
import { LOG_CALLS } from '../log/schemas.ts';
import { NOTIFICATION_CALLS } from '../notifications/schemas.ts';
import { PUSH_CALLS } from '../notifications/push/schemas.ts';
import { listSettings } from '../settings/schemas.ts';
import { STAFF_CALLS } from '../staff/schemas.ts';
import { STAFF_TRADE_CALLS } from '../staff/trades/schemas.ts';
import { STAFF_USER_CALLS } from '../staff/users/schemas.ts';
import { listStuckRounds } from '../games/stuck/schemas.ts';
import { MARKET_CALLS } from '../market/schemas.ts';
import { SOLVENCY_CALLS } from '../solvency/schemas.ts';
import { PROFILE_CALLS } from '../profile/schemas.ts';
import { PROMO_CALLS } from '../promo/schemas.ts';
import { PROTECTION_CALLS } from '../protection/schemas.ts';
import { BREAKER_CALLS } from '../operations/breakers/schemas.ts';
import { COLLUSION_CALLS } from '../operations/collusion/schemas.ts';
import { RESULT_CALLS } from '../results/schemas.ts';
import { RISK_CALLS } from '../operations/risk/schemas.ts';
import { SUPPORT_CALLS } from '../support/schemas.ts';
import { OPERATIONS_CALLS } from '../operations/schemas.ts';
import { PAUSE_CALLS } from '../operations/pauses/schemas.ts';
import { TRACE_CALLS } from '../operations/trace/schemas.ts';
import { TRADE_CALLS } from '../trades/schemas.ts';
import { USER_CALLS } from '../user/schemas.ts';

const LIST = [
  ...USER_CALLS,
  ...PROFILE_CALLS,
  ...KEY_CALLS,
  listSettings,
  ...INVENTORY_CALLS,
  ...CASE_CALLS,
  ...FAIR_CALLS,
  ...RESULT_CALLS,
  listStuckRounds,
  ...LOG_CALLS,
  ...SOLVENCY_CALLS,
  ...CHAT_CALLS,
  ...SUPPORT_CALLS,
  ...NOTIFICATION_CALLS,
  ...PUSH_CALLS,
  ...TRADE_CALLS,
  ...CRYPTO_CALLS,
  ...CRYPTO_INCIDENT_CALLS,
  ...CRYPTO_SIGNATURE_CALLS,
  ...CRYPTO_ADDRESS_CALLS,
  ...CRYPTO_WITHDRAWAL_CALLS,
  ...TRACE_CALLS,
  ...MARKET_CALLS,
  ...PROTECTION_CALLS,
  ...RISK_CALLS,
  ...BREAKER_CALLS,
  ...COLLUSION_CALLS,
  ...PROMO_CALLS,
  ...DEMO_CALLS,
  ...STAFF_CALLS,
  ...STAFF_USER_CALLS,
  ...STAFF_TRADE_CALLS,
  ...OPERATIONS_CALLS,
  ...PAUSE_CALLS,
] as const;

/** The calls that the schemas of each game, in the folder of its name, export. */
async function callsOfGames(): Promise<Call[]> {
  const modules = await Promise.all(
    GAME_NAMES.map((game) => import(/* @vite-ignore */ `../${game}/schemas.ts`) as Promise<object>),
  );
  return modules.flatMap((module): unknown[] => Object.values(module)).filter(isCall);
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'kind' in value && 'path' in value && 'input' in value;
}

export const CALLS: readonly Call[] = [...LIST, ...(await callsOfGames())];

type ListedCall = (typeof LIST)[number] | GameCall;

/** Each call by its name: types only. */
export type CallsByName = { readonly [C in ListedCall as C['name']]: C };
