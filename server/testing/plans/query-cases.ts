/** A case for every query: for a list its first page, and one far behind it. */
import { GAMES } from '@fairpot/contract/games/games';
import { listStuckRounds } from '@fairpot/contract/operations/stuck/schemas';
import { chatAudit, chatHistory, chatPersonas, chatState } from '@fairpot/contract/chat/schemas';
import { findRound, getRoundProof } from '@fairpot/contract/fair/schemas';
import { siteInventory, steamInventory, uncacheSteam } from '@fairpot/contract/inventory/schemas';
import {
  getBuildProof,
  getLogConsistency,
  getLogHead,
  getLogProof,
  getLogWitnesses,
  listClientBuilds,
  listCosigned,
  listLoggedRounds,
  listLogReports,
  listMyRounds,
} from '@fairpot/contract/log/schemas';
import { getMySolvency, getSolvencyProof, listBotBooks, listSolvency } from '@fairpot/contract/solvency/schemas';
import { getMarketItem, getPriceTerms, listMarket, listMarketTypes } from '@fairpot/contract/market/schemas';
import { listApiKeys } from '@fairpot/contract/keys/schemas';
import { getClosing, getStatistics, listHistory, listSessions, readExport } from '@fairpot/contract/profile/schemas';
import { DAY_MS } from '@fairpot/contract/operations/calls';
import {
  dayReport,
  listAdjustments,
  listPersonas,
  listSettingChanges,
  listSiteSettings,
} from '@fairpot/contract/operations/schemas';
import { listPauses } from '@fairpot/contract/operations/pauses/schemas';
import { listPromocodes } from '@fairpot/contract/promo/schemas';
import { getProtection } from '@fairpot/contract/protection/schemas';
import { listBreakerTrips } from '@fairpot/contract/operations/breakers/schemas';
import { listCollusionSigns } from '@fairpot/contract/operations/collusion/schemas';
import { listRiskFlags } from '@fairpot/contract/operations/risk/schemas';
import { RECENT_ROUNDS } from '@fairpot/contract/results/calls';
import { recentResults } from '@fairpot/contract/results/schemas';
import { listSettings } from '@fairpot/contract/settings/schemas';
import { getUnconfirmedAuthenticator, listStaffActs, staffCodes } from '@fairpot/contract/staff/schemas';
import { getUser } from '@fairpot/contract/user/schemas';
import { sql, type Pool } from '../../src/platform/database/sql.ts';
import { EXPORT_ROWS, PARTS } from '../../src/profile/export.ts';
import { SAMPLES } from '../games/samples.fixture.ts';
import { queryCase } from '../cases/query-case.ts';
import type { QueryCase } from '../cases/case.ts';
import { ON_SALE } from './played.ts';
import { copiesOf, CRYPTO_ORDER, CRYPTO_WITHDRAWAL, far, MIDST, ROUND, START, TICKET, TRADE } from '../cases/places.ts';
import { USER_CASES } from './user-cases.ts';
import {
  calculateCrypto,
  listCryptoOrders,
  listCryptoRates,
  listCryptoStrays,
  listCryptoWallets,
} from '@fairpot/contract/crypto/schemas';
import { listCryptoAddresses } from '@fairpot/contract/crypto/addresses/schemas';
import { listAddressKeys } from '@fairpot/contract/crypto/signatures/schemas';
import { listAllCryptoStrays, listCryptoIncidents } from '@fairpot/contract/crypto/incidents/schemas';
import {
  calculateCryptoWithdrawal,
  cryptoWithdrawTerms,
  listCryptoWithdrawals,
  listReviewedWithdrawals,
  listWithdrawalTimes,
} from '@fairpot/contract/crypto/withdrawals/schemas';
import { listNotifications } from '@fairpot/contract/notifications/schemas';
import { getPush } from '@fairpot/contract/notifications/push/schemas';
import {
  getStaffTicket,
  getTicket,
  listStaffTickets,
  listTickets,
  previewAnswer,
} from '@fairpot/contract/support/schemas';
import { TICKET_LISTS } from '@fairpot/contract/support/calls';
import { findTrades } from '@fairpot/contract/staff/trades/schemas';
import { getItemTrace } from '@fairpot/contract/operations/trace/schemas';
import {
  getTradeOrder,
  listFrozenTrades,
  listTradeOrders,
  withdrawItems,
  withdrawTerms,
} from '@fairpot/contract/trades/schemas';

const GAME = GAMES[0].game;
const MESSAGE = `cht_7${String(10_000_000 - 50_000).padStart(25, '0')}`;
const TICKET_MESSAGE = `tmg_7${String(10_000_000 - 50_000).padStart(25, '0')}`;
/** A listing in the middle of all of its type. */
const LISTING = `1100~${ON_SALE}~itm_7${String(20_050_000).padStart(25, '0')}`;
const ADJUSTMENT = `adj_7${String(50_000).padStart(25, '0')}`;
const BUILD = 'b'.repeat(64);
/** The oldest leaf of the log stands for the build's: its path is the longest. */
const announceBuild = async (db: Pool): Promise<void> =>
  void (await db.run(sql`
    insert into client_builds (leaf_id, manifest, at)
    select leaf_id, ${BUILD}, 0 from log_entries order by index limit 1`));
const DAY_OF_START = Math.floor(START / DAY_MS);

const LEDGER = PARTS.findIndex(({ table }) => table === 'ledger_history');

export const QUERY_CASES: readonly QueryCase[] = [
  queryCase(getProtection, {}, { limit: 9 }),
  queryCase(listPromocodes, {}, { limit: 50, finds: (codes) => codes.length }),
  queryCase(
    listPromocodes,
    { before: 'prm_70000000000000000000050000' },
    { variant: 'far back', limit: 50, finds: (codes) => codes.length },
  ),
  queryCase(getUser, {}, { limit: 10 }),
  queryCase(getStatistics, {}, { limit: 365, finds: ({ days }) => days.length }),
  queryCase(listHistory, {}, { limit: 51, finds: ({ movements }) => movements.length }),
  queryCase(listHistory, { before: `${MIDST}.m.1` }, { ...far, limit: 51, finds: ({ movements }) => movements.length }),
  queryCase(
    listHistory,
    { kind: 'WITHDRAWAL', what: 'money', from: 1, until: Number(MIDST) },
    { variant: 'a kind that is rare', limit: 51 },
  ),
  queryCase(listSessions, {}, { limit: 51 }),
  queryCase(listApiKeys, {}, { limit: 10, finds: ({ keys }) => keys.length }),
  queryCase(getClosing, {}, { limit: 50, finds: ({ waits }) => waits.length }),
  ...PARTS.map(({ table }, part) =>
    queryCase(readExport, ({ exportId }) => ({ exportId, part }), { variant: `${part} ${table}`, limit: EXPORT_ROWS }),
  ),
  queryCase(readExport, ({ exportId }) => ({ exportId, part: LEDGER, after: JSON.stringify([MIDST, '0']) }), {
    ...far,
    limit: EXPORT_ROWS,
    finds: ({ rows }) => rows.length,
  }),
  queryCase(listSettings, {}, { limit: 10 }),
  queryCase(siteInventory, {}, { limit: 50 }),
  queryCase(steamInventory, { appId: 730, contextId: 2 }, { limit: 10, refuses: 'STEAM_BUSY' }),
  queryCase(uncacheSteam, {}, { limit: 10 }),
  queryCase(withdrawTerms, {}, { limit: 10 }),
  queryCase(withdrawItems, {}, { limit: 50 }),
  queryCase(getItemTrace, ({ tradedItem: id }) => ({ id }), { limit: 50, finds: ({ steps }) => steps.length }),
  queryCase(getItemTrace, ({ tradedItem: id }) => ({ id, after: 1 }), { ...far, limit: 50 }),
  queryCase(getTradeOrder, { id: TRADE }, { limit: 10 }),
  queryCase(listTradeOrders, {}, { limit: 20, finds: ({ orders }) => orders.length }),
  queryCase(listTradeOrders, { before: TRADE }, { ...far, limit: 20, finds: ({ orders }) => orders.length }),
  queryCase(findTrades, ({ tradedItem: text }) => ({ text }), {
    variant: 'of an item',
    limit: 20,
    finds: ({ found }) => found.length,
  }),
  queryCase(findTrades, ({ tradedAsset: text }) => ({ text }), {
    variant: 'of an asset that was ordered again and again',
    limit: 20,
    finds: ({ found }) => found.length - 19,
  }),
  queryCase(listFrozenTrades, {}, { limit: 100, finds: ({ frozen }) => frozen.length }),
  queryCase(listCryptoWallets, {}, { limit: 10, finds: (wallets) => wallets.length }),
  queryCase(listCryptoRates, {}, { limit: 10, finds: (rates) => rates.length }),
  queryCase(calculateCrypto, { coinName: 'BTC', amountUsd: 10 }, { limit: 10 }),
  queryCase(listCryptoStrays, {}, { limit: 20, finds: (strays) => strays.length }),
  queryCase(listAllCryptoStrays, {}, { limit: 50, finds: ({ strays }) => strays.length }),
  queryCase(listAllCryptoStrays, { before: '1.a.0' }, { ...far, limit: 50 }),
  queryCase(listAddressKeys, {}, { limit: 10 }),
  queryCase(listCryptoAddresses, {}, { limit: 20, finds: ({ addresses }) => addresses.length }),
  queryCase(listCryptoIncidents, {}, { limit: 50 }),
  queryCase(listCryptoIncidents, { before: 1_000 }, { ...far, limit: 50 }),
  // An order's rate is compared with the readings of its time, one a minute.
  queryCase(listCryptoOrders, {}, { limit: 20, perThing: 110, finds: (orders) => orders.length }),
  queryCase(listCryptoOrders, { id: CRYPTO_ORDER }, { variant: 'one', limit: 1 }),
  queryCase(
    listCryptoOrders,
    { before: CRYPTO_ORDER },
    { ...far, limit: 20, perThing: 110, finds: (orders) => orders.length },
  ),
  queryCase(cryptoWithdrawTerms, {}, { limit: 10 }),
  queryCase(calculateCryptoWithdrawal, { coinName: 'USDT', amountUsd: 10 }, { limit: 10 }),
  queryCase(listCryptoWithdrawals, {}, { limit: 20, finds: (found) => found.length }),
  queryCase(listCryptoWithdrawals, { id: CRYPTO_WITHDRAWAL }, { variant: 'one', limit: 1 }),
  queryCase(
    listCryptoWithdrawals,
    { before: CRYPTO_WITHDRAWAL },
    { ...far, limit: 20, finds: (found) => found.length },
  ),
  queryCase(listReviewedWithdrawals, {}, { limit: 100, finds: () => 1 }),
  queryCase(listWithdrawalTimes, {}, { limit: 30, finds: ({ times }) => times.length }),
  ...SAMPLES.flatMap(({ plans }, at) => plans.queries(copiesOf(at, 1)[0] ?? '')),
  queryCase(listMarket, {}, { limit: 61, finds: ({ items }) => items.length }),
  queryCase(listMarket, { after: LISTING }, { ...far, limit: 61, finds: ({ items }) => items.length }),
  queryCase(
    listMarket,
    { sort: 'lowToHigh', search: 'test gun', appId: 730, wear: '5', minUsd: 1, maxUsd: 1_000, after: LISTING },
    { variant: 'all filters, far back', limit: 61, finds: ({ items }) => items.length },
  ),
  queryCase(
    listMarket,
    { appId: 730, category: 'other', after: LISTING },
    { variant: 'a category, far back', limit: 61, finds: ({ items }) => items.length },
  ),
  // Of each type up to 1,000 items are counted.
  queryCase(listMarketTypes, {}, { limit: 1_000, finds: ({ groups }) => groups.length }),
  queryCase(getPriceTerms, {}, { limit: 3 }),
  queryCase(getMarketItem, { id: ON_SALE }, { limit: 51, finds: ({ items }) => items.length }),
  queryCase(getRoundProof, { id: ROUND }, { limit: 1 }),
  queryCase(findRound, { hash: 'ab'.repeat(32) }, { limit: 1, refuses: 'NO_GAME' }),
  queryCase(listStuckRounds, {}, { limit: 20 }),
  queryCase(getLogHead, {}, { limit: 1 }),
  queryCase(getLogProof, { roundId: ROUND }, { limit: 5, finds: ({ leaves }) => leaves.length }),
  queryCase(getLogConsistency, { from: 1_000 }, { limit: 5, finds: ({ path }) => path.length }),
  queryCase(getLogWitnesses, {}, { limit: 5 }),
  queryCase(listCosigned, {}, { limit: 100 }),
  queryCase(listCosigned, { after: 1_000 }, { ...far, limit: 100 }),
  queryCase(listLogReports, {}, { limit: 10 }),
  queryCase(listLogReports, { before: 5 }, { ...far, limit: 10 }),
  queryCase(listClientBuilds, {}, { limit: 10 }),
  queryCase(getBuildProof, { manifest: BUILD }, { limit: 5, finds: ({ path }) => path.length, crowd: announceBuild }),
  queryCase(listSolvency, {}, { limit: 48 }),
  queryCase(listSolvency, { before: 1_000 }, { ...far, limit: 48 }),
  queryCase(getSolvencyProof, {}, { limit: 5 }),
  queryCase(getMySolvency, {}, { limit: 5 }),
  queryCase(recentResults, {}, { limit: RECENT_ROUNDS, finds: ({ results }) => results.length }),
  queryCase(listBotBooks, {}, { limit: 20, finds: ({ books }) => books.length }),
  queryCase(
    listBotBooks,
    { before: `10000.ply_${'0'.repeat(26)}.${GAME}` },
    { ...far, limit: 20, finds: ({ books }) => books.length },
  ),
  queryCase(listLoggedRounds, {}, { limit: 20, finds: ({ rounds }) => rounds.length }),
  queryCase(listLoggedRounds, { before: 5_000 }, { ...far, limit: 20, finds: ({ rounds }) => rounds.length }),
  queryCase(
    listLoggedRounds,
    { game: GAME, before: 5_000 },
    { variant: 'of a game, far back', limit: 20, finds: ({ rounds }) => rounds.length },
  ),
  queryCase(
    listLoggedRounds,
    { number: 1_000 },
    { variant: 'by number', limit: 20, finds: ({ rounds }) => rounds.length },
  ),
  queryCase(listMyRounds, {}, { limit: 20, finds: ({ rounds }) => rounds.length }),
  queryCase(
    listMyRounds,
    { before: `${START - 35_000 * 60_000}-${ROUND}` },
    { ...far, limit: 20, finds: ({ rounds }) => rounds.length },
  ),
  queryCase(listTickets, {}, { limit: 21, finds: ({ tickets }) => tickets.length }),
  queryCase(listTickets, { before: TICKET }, { ...far, limit: 21, finds: ({ tickets }) => tickets.length }),
  queryCase(getTicket, ({ ticket: id }) => ({ id }), { limit: 51, finds: ({ messages }) => messages.length }),
  queryCase(getTicket, ({ ticket: id }) => ({ id, before: TICKET_MESSAGE }), {
    ...far,
    limit: 51,
    finds: ({ messages }) => messages.length,
  }),
  ...TICKET_LISTS.flatMap((list) => [
    queryCase(listStaffTickets, { list }, { variant: list, limit: 221, finds: ({ tickets }) => tickets.length }),
    queryCase(
      listStaffTickets,
      { list, after: `${START - 50_000 * 60_000}~${TICKET}` },
      { variant: `${list}, far back`, limit: 221, finds: ({ tickets }) => tickets.length },
    ),
  ]),
  queryCase(getStaffTicket, ({ ticket: id }) => ({ id }), { limit: 51, finds: ({ messages }) => messages.length }),
  queryCase(getStaffTicket, ({ ticket: id }) => ({ id, before: TICKET_MESSAGE }), {
    ...far,
    limit: 51,
    finds: ({ messages }) => messages.length,
  }),
  queryCase(previewAnswer, ({ ticket: ticketId }) => ({ ticketId, message: 'It is there' }), { limit: 1 }),
  queryCase(listNotifications, {}, { limit: 131, finds: ({ notifications }) => notifications.length }),
  queryCase(
    listNotifications,
    { before: 50_000 },
    {
      ...far,
      limit: 131,
      finds: ({ notifications }) => notifications.length,
    },
  ),
  queryCase(getPush, {}, { limit: 1 }),
  queryCase(listPauses, {}, { limit: 10, finds: ({ pauses }) => pauses.length }),
  queryCase(listSiteSettings, {}, { limit: 40, finds: ({ settings }) => settings.length }),
  queryCase(listSettingChanges, {}, { limit: 51, finds: ({ changes }) => changes.length }),
  queryCase(listSettingChanges, { before: 50_000 }, { ...far, limit: 51, finds: ({ changes }) => changes.length }),
  queryCase(listAdjustments, {}, { limit: 51, finds: ({ adjustments }) => adjustments.length }),
  queryCase(
    listAdjustments,
    { before: ADJUSTMENT },
    { ...far, limit: 51, finds: ({ adjustments }) => adjustments.length },
  ),
  queryCase(listAdjustments, { open: 'true', before: ADJUSTMENT }, { variant: 'open, far back', limit: 51 }),
  queryCase(listPersonas, {}, { limit: 20, finds: ({ personas }) => personas.length }),
  queryCase(
    dayReport,
    { from: DAY_OF_START, to: DAY_OF_START + 91 },
    { limit: 50, finds: ({ lines }) => lines.length },
  ),
  queryCase(chatHistory, {}, { limit: 50, finds: (messages) => messages.length }),
  queryCase(chatHistory, { before: MESSAGE }, { ...far, limit: 50, finds: (messages) => messages.length }),
  queryCase(chatState, {}, { limit: 1 }),
  queryCase(chatPersonas, {}, { limit: 20, finds: (personas) => personas.length }),
  queryCase(chatAudit, {}, { limit: 100, finds: ({ entries }) => entries.length }),
  queryCase(chatAudit, { before: 10_000 }, { ...far, limit: 100, finds: ({ entries }) => entries.length }),
  queryCase(listStaffActs, {}, { limit: 50, finds: ({ acts }) => acts.length }),
  queryCase(listStaffActs, ({ admin }) => ({ actor: admin.id, before: `${START}.50000` }), {
    ...far,
    limit: 50,
    finds: ({ acts }) => acts.length,
  }),
  queryCase(listStaffActs, ({ admin }) => ({ actor: admin.id, act: 'chat.never' }), {
    variant: 'what is rare',
    limit: 100,
    finds: ({ next }) => (next === null ? 0 : 1),
  }),
  queryCase(staffCodes, {}, { limit: 10 }),
  queryCase(getUnconfirmedAuthenticator, {}, { limit: 10, refuses: 'NOT_FOUND' }),
  queryCase(listBreakerTrips, {}, { limit: 31, finds: ({ trips }) => trips.length }),
  queryCase(listBreakerTrips, { open: 'false' }, { limit: 31, finds: ({ trips }) => trips.length }),
  queryCase(
    listBreakerTrips,
    { open: 'false', before: 1_050_000 },
    { ...far, limit: 31, finds: ({ trips }) => trips.length },
  ),
  queryCase(listCollusionSigns, {}, { limit: 62, finds: ({ signs }) => signs.length }),
  queryCase(listCollusionSigns, { before: 50_000 }, { ...far, limit: 62, finds: ({ signs }) => signs.length }),
  queryCase(listRiskFlags, {}, { limit: 31, finds: ({ flags }) => flags.length }),
  queryCase(listRiskFlags, { before: 50_000 }, { ...far, limit: 31, finds: ({ flags }) => flags.length }),
  ...USER_CASES,
];
