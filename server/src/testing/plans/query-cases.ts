/** A case for every query: for a list its first page, and one far behind it. */
import { GAMES } from '@fairpot/contract/games/games';
import { listStuckRounds } from '@fairpot/contract/games/stuck/schemas';
import { chatAudit, chatHistory, chatPersonas, chatState } from '@fairpot/contract/chat/schemas';
import { findRound, getRoundProof } from '@fairpot/contract/fair/schemas';
import { siteInventory, steamInventory, uncacheSteam } from '@fairpot/contract/inventory/schemas';
import {
  getLogConsistency,
  getLogHead,
  getLogProof,
  getLogWitnesses,
  listCosigned,
  listLoggedRounds,
  listLogReports,
  listMyRounds,
} from '@fairpot/contract/log/schemas';
import { getMySolvency, getSolvencyProof, listBotBooks, listSolvency } from '@fairpot/contract/solvency/schemas';
import { getMarketItem, getPriceTerms, listMarket, listMarketTypes } from '@fairpot/contract/market/schemas';
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
import { listRiskFlags } from '@fairpot/contract/operations/risk/schemas';
import { listSettings } from '@fairpot/contract/settings/schemas';
import { getUnconfirmedAuthenticator, listStaffActs, staffCodes } from '@fairpot/contract/staff/schemas';
import { getUser } from '@fairpot/contract/user/schemas';
import { EXPORT_ROWS, PARTS } from '../../profile/export.ts';
import { SAMPLES } from '../../games/samples.fixture.ts';
import { asking } from './asking.ts';
import type { QueryCase } from './case.ts';
import { ON_SALE } from './played.ts';
import { copiesOf, CRYPTO_ORDER, CRYPTO_WITHDRAWAL, far, MIDST, ROUND, START, TICKET, TRADE } from './places.ts';
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
const DAY_OF_START = Math.floor(START / DAY_MS);

const LEDGER = PARTS.findIndex(({ table }) => table === 'ledger_history');

export const QUERY_CASES: readonly QueryCase[] = [
  asking(getProtection, {}, { limit: 9 }),
  asking(listPromocodes, {}, { limit: 50, finds: (codes) => codes.length }),
  asking(
    listPromocodes,
    { before: 'prm_70000000000000000000050000' },
    { variant: 'far back', limit: 50, finds: (codes) => codes.length },
  ),
  asking(getUser, {}, { limit: 10 }),
  asking(getStatistics, {}, { limit: 365, finds: ({ days }) => days.length }),
  asking(listHistory, {}, { limit: 51, finds: ({ movements }) => movements.length }),
  asking(listHistory, { before: `${MIDST}.m.1` }, { ...far, limit: 51, finds: ({ movements }) => movements.length }),
  asking(
    listHistory,
    { kind: 'WITHDRAWAL', what: 'money', from: 1, until: Number(MIDST) },
    { variant: 'a kind that is rare', limit: 51 },
  ),
  asking(listSessions, {}, { limit: 51 }),
  asking(getClosing, {}, { limit: 50, finds: ({ waits }) => waits.length }),
  ...PARTS.map(({ table }, part) =>
    asking(readExport, ({ exportId }) => ({ exportId, part }), { variant: `${part} ${table}`, limit: EXPORT_ROWS }),
  ),
  asking(readExport, ({ exportId }) => ({ exportId, part: LEDGER, after: JSON.stringify([MIDST, '0']) }), {
    ...far,
    limit: EXPORT_ROWS,
    finds: ({ rows }) => rows.length,
  }),
  asking(listSettings, {}, { limit: 10 }),
  asking(siteInventory, {}, { limit: 50 }),
  asking(steamInventory, { appId: 730, contextId: 2 }, { limit: 10, refuses: 'STEAM_BUSY' }),
  asking(uncacheSteam, {}, { limit: 10 }),
  asking(withdrawTerms, {}, { limit: 10 }),
  asking(withdrawItems, {}, { limit: 50 }),
  asking(getItemTrace, ({ tradedItem: id }) => ({ id }), { limit: 50, finds: ({ steps }) => steps.length }),
  asking(getItemTrace, ({ tradedItem: id }) => ({ id, after: 1 }), { ...far, limit: 50 }),
  asking(getTradeOrder, { id: TRADE }, { limit: 10 }),
  asking(listTradeOrders, {}, { limit: 20, finds: ({ orders }) => orders.length }),
  asking(listTradeOrders, { before: TRADE }, { ...far, limit: 20, finds: ({ orders }) => orders.length }),
  asking(findTrades, ({ tradedItem: text }) => ({ text }), {
    variant: 'of an item',
    limit: 20,
    finds: ({ found }) => found.length,
  }),
  asking(findTrades, ({ tradedAsset: text }) => ({ text }), {
    variant: 'of an asset that was ordered again and again',
    limit: 20,
    finds: ({ found }) => found.length - 19,
  }),
  asking(listFrozenTrades, {}, { limit: 100, finds: ({ frozen }) => frozen.length }),
  asking(listCryptoWallets, {}, { limit: 10, finds: (wallets) => wallets.length }),
  asking(listCryptoRates, {}, { limit: 10, finds: (rates) => rates.length }),
  asking(calculateCrypto, { coinName: 'BTC', amountUsd: 10 }, { limit: 10 }),
  asking(listCryptoStrays, {}, { limit: 20, finds: (strays) => strays.length }),
  asking(listAllCryptoStrays, {}, { limit: 50, finds: ({ strays }) => strays.length }),
  asking(listAllCryptoStrays, { before: '1.a.0' }, { ...far, limit: 50 }),
  asking(listAddressKeys, {}, { limit: 10 }),
  asking(listCryptoAddresses, {}, { limit: 20, finds: ({ addresses }) => addresses.length }),
  asking(listCryptoIncidents, {}, { limit: 50 }),
  asking(listCryptoIncidents, { before: 1_000 }, { ...far, limit: 50 }),
  // An order's rate is compared with the readings of its time, one a minute.
  asking(listCryptoOrders, {}, { limit: 20, perThing: 110, finds: (orders) => orders.length }),
  asking(listCryptoOrders, { id: CRYPTO_ORDER }, { variant: 'one', limit: 1 }),
  asking(
    listCryptoOrders,
    { before: CRYPTO_ORDER },
    { ...far, limit: 20, perThing: 110, finds: (orders) => orders.length },
  ),
  asking(cryptoWithdrawTerms, {}, { limit: 10 }),
  asking(calculateCryptoWithdrawal, { coinName: 'USDT', amountUsd: 10 }, { limit: 10 }),
  asking(listCryptoWithdrawals, {}, { limit: 20, finds: (found) => found.length }),
  asking(listCryptoWithdrawals, { id: CRYPTO_WITHDRAWAL }, { variant: 'one', limit: 1 }),
  asking(listCryptoWithdrawals, { before: CRYPTO_WITHDRAWAL }, { ...far, limit: 20, finds: (found) => found.length }),
  asking(listReviewedWithdrawals, {}, { limit: 100, finds: () => 1 }),
  asking(listWithdrawalTimes, {}, { limit: 30, finds: ({ times }) => times.length }),
  ...SAMPLES.flatMap(({ plans }, at) => plans.queries(copiesOf(at, 1)[0] ?? '')),
  asking(listMarket, {}, { limit: 61, finds: ({ items }) => items.length }),
  asking(listMarket, { after: LISTING }, { ...far, limit: 61, finds: ({ items }) => items.length }),
  asking(
    listMarket,
    { sort: 'lowToHigh', search: 'test gun', appId: 730, wear: '5', minUsd: 1, maxUsd: 1_000, after: LISTING },
    { variant: 'all filters, far back', limit: 61, finds: ({ items }) => items.length },
  ),
  asking(listMarketTypes, {}, { limit: 300, finds: ({ types }) => types.length }),
  asking(getPriceTerms, {}, { limit: 3 }),
  asking(getMarketItem, { id: ON_SALE }, { limit: 51, finds: ({ items }) => items.length }),
  asking(getRoundProof, { id: ROUND }, { limit: 1 }),
  asking(findRound, { hash: 'ab'.repeat(32) }, { limit: 1, refuses: 'NO_GAME' }),
  asking(listStuckRounds, {}, { limit: 20 }),
  asking(getLogHead, {}, { limit: 1 }),
  asking(getLogProof, { roundId: ROUND }, { limit: 5, finds: ({ leaves }) => leaves.length }),
  asking(getLogConsistency, { from: 1_000 }, { limit: 5, finds: ({ path }) => path.length }),
  asking(getLogWitnesses, {}, { limit: 5 }),
  asking(listCosigned, {}, { limit: 100 }),
  asking(listCosigned, { after: 1_000 }, { ...far, limit: 100 }),
  asking(listLogReports, {}, { limit: 10 }),
  asking(listLogReports, { before: 5 }, { ...far, limit: 10 }),
  asking(listSolvency, {}, { limit: 48 }),
  asking(listSolvency, { before: 1_000 }, { ...far, limit: 48 }),
  asking(getSolvencyProof, {}, { limit: 5 }),
  asking(getMySolvency, {}, { limit: 5 }),
  asking(listBotBooks, {}, { limit: 20, finds: ({ books }) => books.length }),
  asking(
    listBotBooks,
    { before: `10000.ply_${'0'.repeat(26)}.${GAME}` },
    { ...far, limit: 20, finds: ({ books }) => books.length },
  ),
  asking(listLoggedRounds, {}, { limit: 20, finds: ({ rounds }) => rounds.length }),
  asking(listLoggedRounds, { before: 5_000 }, { ...far, limit: 20, finds: ({ rounds }) => rounds.length }),
  asking(
    listLoggedRounds,
    { game: GAME, before: 5_000 },
    { variant: 'of a game, far back', limit: 20, finds: ({ rounds }) => rounds.length },
  ),
  asking(
    listLoggedRounds,
    { number: 1_000 },
    { variant: 'by number', limit: 20, finds: ({ rounds }) => rounds.length },
  ),
  asking(listMyRounds, {}, { limit: 20, finds: ({ rounds }) => rounds.length }),
  asking(
    listMyRounds,
    { before: `${START - 35_000 * 60_000}-${ROUND}` },
    { ...far, limit: 20, finds: ({ rounds }) => rounds.length },
  ),
  asking(listTickets, {}, { limit: 21, finds: ({ tickets }) => tickets.length }),
  asking(listTickets, { before: TICKET }, { ...far, limit: 21, finds: ({ tickets }) => tickets.length }),
  asking(getTicket, ({ ticket: id }) => ({ id }), { limit: 51, finds: ({ messages }) => messages.length }),
  asking(getTicket, ({ ticket: id }) => ({ id, before: TICKET_MESSAGE }), {
    ...far,
    limit: 51,
    finds: ({ messages }) => messages.length,
  }),
  ...TICKET_LISTS.flatMap((list) => [
    asking(listStaffTickets, { list }, { variant: list, limit: 221, finds: ({ tickets }) => tickets.length }),
    asking(
      listStaffTickets,
      { list, after: `${START - 50_000 * 60_000}~${TICKET}` },
      { variant: `${list}, far back`, limit: 221, finds: ({ tickets }) => tickets.length },
    ),
  ]),
  asking(getStaffTicket, ({ ticket: id }) => ({ id }), { limit: 51, finds: ({ messages }) => messages.length }),
  asking(getStaffTicket, ({ ticket: id }) => ({ id, before: TICKET_MESSAGE }), {
    ...far,
    limit: 51,
    finds: ({ messages }) => messages.length,
  }),
  asking(previewAnswer, ({ ticket: ticketId }) => ({ ticketId, message: 'It is there' }), { limit: 1 }),
  asking(listNotifications, {}, { limit: 131, finds: ({ notifications }) => notifications.length }),
  asking(
    listNotifications,
    { before: 50_000 },
    {
      ...far,
      limit: 131,
      finds: ({ notifications }) => notifications.length,
    },
  ),
  asking(listPauses, {}, { limit: 10, finds: ({ pauses }) => pauses.length }),
  asking(listSiteSettings, {}, { limit: 40, finds: ({ settings }) => settings.length }),
  asking(listSettingChanges, {}, { limit: 51, finds: ({ changes }) => changes.length }),
  asking(listSettingChanges, { before: 50_000 }, { ...far, limit: 51, finds: ({ changes }) => changes.length }),
  asking(listAdjustments, {}, { limit: 51, finds: ({ adjustments }) => adjustments.length }),
  asking(
    listAdjustments,
    { before: ADJUSTMENT },
    { ...far, limit: 51, finds: ({ adjustments }) => adjustments.length },
  ),
  asking(listAdjustments, { open: 'true', before: ADJUSTMENT }, { variant: 'open, far back', limit: 51 }),
  asking(listPersonas, {}, { limit: 20, finds: ({ personas }) => personas.length }),
  asking(dayReport, { from: DAY_OF_START, to: DAY_OF_START + 91 }, { limit: 50, finds: ({ lines }) => lines.length }),
  asking(chatHistory, {}, { limit: 50, finds: (messages) => messages.length }),
  asking(chatHistory, { before: MESSAGE }, { ...far, limit: 50, finds: (messages) => messages.length }),
  asking(chatState, {}, { limit: 1 }),
  asking(chatPersonas, {}, { limit: 20, finds: (personas) => personas.length }),
  asking(chatAudit, {}, { limit: 100, finds: ({ entries }) => entries.length }),
  asking(chatAudit, { before: 10_000 }, { ...far, limit: 100, finds: ({ entries }) => entries.length }),
  asking(listStaffActs, {}, { limit: 50, finds: ({ acts }) => acts.length }),
  asking(listStaffActs, ({ admin }) => ({ actor: admin.id, before: `${START}.50000` }), {
    ...far,
    limit: 50,
    finds: ({ acts }) => acts.length,
  }),
  asking(listStaffActs, ({ admin }) => ({ actor: admin.id, act: 'chat.never' }), {
    variant: 'what is rare',
    limit: 100,
    finds: ({ next }) => (next === null ? 0 : 1),
  }),
  asking(staffCodes, {}, { limit: 10 }),
  asking(getUnconfirmedAuthenticator, {}, { limit: 10, refuses: 'NOT_FOUND' }),
  asking(listBreakerTrips, {}, { limit: 31, finds: ({ trips }) => trips.length }),
  asking(listBreakerTrips, { open: 'false' }, { limit: 31, finds: ({ trips }) => trips.length }),
  asking(
    listBreakerTrips,
    { open: 'false', before: 1_050_000 },
    { ...far, limit: 31, finds: ({ trips }) => trips.length },
  ),
  asking(listRiskFlags, {}, { limit: 31, finds: ({ flags }) => flags.length }),
  asking(listRiskFlags, { before: 50_000 }, { ...far, limit: 31, finds: ({ flags }) => flags.length }),
  ...USER_CASES,
];
