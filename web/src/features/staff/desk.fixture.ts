/** Answers to every call of the desk's screens, with the given texts wherever a person can write. For browser tests. */
import type { InputOf, OutputOf } from '@fairpot/contract/registry/call-types';
import type { QueryEndpoint } from '@fairpot/contract/wire/call';
import { listCases } from '@fairpot/contract/casebattle/cases/calls';
import { chatPersonas } from '@fairpot/contract/chat/calls';
import { listAllCryptoStrays, listCryptoIncidents } from '@fairpot/contract/crypto/incidents/calls';
import { listReviewedWithdrawals } from '@fairpot/contract/crypto/withdrawals/calls';
import {
  DAY_MS,
  dayReport,
  listAdjustments,
  listPersonas,
  listSettingChanges,
  listSiteSettings,
} from '@fairpot/contract/operations/calls';
import { listPauses, PAUSE_SYSTEMS } from '@fairpot/contract/operations/pauses/calls';
import { listPromocodes } from '@fairpot/contract/promo/calls';
import { getUserProtection, listRiskFlags } from '@fairpot/contract/operations/risk/calls';
import { listStaffActs, staffCodes } from '@fairpot/contract/staff/calls';
import * as users from '@fairpot/contract/staff/users/calls';
import { listStuckRounds } from '@fairpot/contract/operations/stuck/calls';
import { getStaffTicket, listStaffTickets } from '@fairpot/contract/support/calls';
import { findTrades } from '@fairpot/contract/staff/trades/calls';
import { listFrozenTrades } from '@fairpot/contract/trades/calls';
import { requestOf } from '../../platform/calls/api.ts';
import { serverNow } from '../../platform/live/clock.ts';
import { answerSigns } from './desk-signs.fixture.ts';
import { AT, caseOf, idOf, personOf, PLAYER, skinOf, TICKET, ticketOf, tradeOf } from './desk-parts.fixture.ts';

/** The path of a call, without its query string. */
export const pathOf = <Q extends QueryEndpoint>(query: Q, input: InputOf<Q>): string =>
  requestOf(query, input).url.split('?')[0] ?? '';

/** The answer by path. Each list has one row for each of `texts`. */
export function deskAnswers(texts: readonly string[]): ReadonlyMap<string, unknown> {
  const answers = new Map<string, unknown>();
  const on = <Q extends QueryEndpoint>(query: Q, input: InputOf<Q>, answer: OutputOf<Q>) =>
    answers.set(pathOf(query, input), answer);
  const [first = ''] = texts;
  const rows = <T>(row: (text: string, n: number) => T): T[] => texts.map(row);
  const of = { userId: PLAYER };
  const who = personOf(0, first);

  const codes = { asked: false, given: false, freshUntil: null, closedUntil: null, recoveryLeft: 0 };
  on(staffCodes, {}, { state: 'none', ...codes });
  const list = { next: null, waiting: texts.length, answers: { count: 1, p50Ms: 1, p90Ms: 1 } };
  on(listStaffTickets, { list: 'waiting' }, { tickets: rows((text, n) => ticketOf(n, text)), ...list });
  on(
    getStaffTicket,
    { id: TICKET },
    {
      ...ticketOf(0, first),
      unread: 0,
      older: null,
      messages: rows((text, n) => ({
        id: idOf('tmg', n),
        userId: PLAYER,
        side: 'player' as const,
        message: text,
        createdAt: AT,
        parts: [{ kind: 'text' as const, text }],
        author: personOf(n, text),
      })),
    },
  );
  on(
    users.searchUsers,
    { by: 'name', text: '' },
    { users: rows((text, n) => ({ ...personOf(n, text), status: 'USER' as const, createdAt: AT })), next: null },
  );
  on(users.getStaffUser, of, {
    user: { ...who, status: 'USER', createdAt: AT },
    ageConfirmedAt: AT,
    hasTradeLink: true,
    hasCodes: false,
    balanceUsd: 1,
    balanceUsdHold: 0,
    stakedUsd: 0,
    netUsd: 0,
    roundsPlayed: 1,
    proposal: { by: who, at: AT, until: AT },
  });
  on(users.listUserMovements, of, {
    movements: rows((text, n) => ({ id: idOf('trf', n), at: AT, code: text, ref: text, cashUsd: 1, holdUsd: 0 })),
    next: null,
  });
  on(users.listUserItems, of, {
    items: rows((text, n) => ({ id: idOf('itm', n), type: 'DEPOSIT' as const, item: skinOf(text), doubt: null })),
  });
  on(users.listUserItemMoves, of, {
    movements: rows((text, n) => ({
      id: String(n),
      at: AT,
      kind: 'DEPOSIT' as const,
      code: text,
      balance: null,
      held: null,
      item: { id: idOf('itm', n), item: skinOf(text), way: 'came' as const, ownedAfter: 1 },
      link: { kind: 'trade' as const, id: text },
    })),
    next: null,
  });
  on(users.listUserRounds, of, { rounds: [], next: null });
  on(users.listUserTrades, of, { orders: [] });
  on(users.listUserCryptoOrders, of, []);
  on(users.listUserCryptoWithdrawals, of, []);
  on(users.listUserTickets, of, { tickets: rows((text, n) => ticketOf(n, text)), next: null });
  on(users.getUserLimits, of, {
    now: AT,
    limits: [],
    limitsAnswered: true,
    block: null,
    realityMinutes: null,
    net: { since: 0, depositedUsd: 0, withdrawnUsd: 0, netUsd: 0 },
    play: null,
  });
  on(users.listUserSessions, of, {
    sessions: rows((text, n) => ({ createdAt: n, lastSeenAt: AT, expiresAt: AT, userAgent: text, place: text })),
  });
  on(users.listUserNotes, of, { notes: rows((text, n) => ({ id: n, author: who, note: text, at: AT })), next: null });

  on(
    listReviewedWithdrawals,
    {},
    {
      withdrawals: rows((text, n) => ({
        id: idOf('cwd', n),
        version: 1,
        status: 'REVIEW' as const,
        coinName: 'USDT' as const,
        networkName: text,
        address: text,
        amountUsd: 20,
        feeUsd: 2,
        amountCoin: '18',
        leastCoin: '17',
        mostCoin: '19',
        quotedAt: AT,
        rateUsd: 1,
        txid: null,
        approvals: 1,
        approvalsNeeded: 2,
        reason: null,
        createdAt: AT,
        endedAt: null,
        network: 'tron' as const,
        units: '18',
        user: personOf(n, text),
        acts: [{ staff: personOf(n, text), act: 'REJECTED' as const, why: text, at: AT }],
        checks: {
          level: 1,
          levelNeeded: 10,
          refundableUsd: 0,
          dayUsd: 1,
          dayMostUsd: 2,
          frozen: true,
          incidents: 1,
          joinedAt: AT,
        },
      })),
    },
  );
  const strays = {
    strays: rows((text, n) => ({
      txid: `${n}${text}`,
      idx: 0,
      contract: text,
      networkName: text,
      units: '5',
      user: personOf(n, text),
      at: AT,
    })),
    next: null,
  };
  const signs = {
    flags: rows((text, n) => ({
      id: n + 1,
      user: personOf(n, text),
      signal: 'CHASING' as const,
      at: AT,
      figures: { lostDayUsd: 80 },
      looked: { at: AT, by: personOf(n, text), why: text },
    })),
    next: null,
  };
  on(findTrades, { text: '1' }, { found: rows((text, n) => tradeOf(n, text)) });
  on(
    listFrozenTrades,
    {},
    {
      frozen: rows((text, n) => ({ user: personOf(n, text), orderId: idOf('trd', n), at: AT })),
    },
  );
  on(
    listCryptoIncidents,
    {},
    {
      incidents: rows((text, n) => ({
        id: n + 1,
        kind: text,
        network: 'tron' as const,
        txid: text,
        idx: 0,
        detail: text,
        user: personOf(n, text),
        at: AT,
        holds: true,
        closedAt: AT,
        closedBy: personOf(n, text),
        why: text,
        unseen: {
          address: text,
          said: null,
          asked: { by: personOf(n, text), at: AT, why: text, coinName: 'TRX' as const, moreCoin: '1' },
        },
      })),
    },
  );
  on(listAllCryptoStrays, {}, strays);
  on(listAllCryptoStrays, of, strays);
  answerSigns(on, rows);
  on(listRiskFlags, {}, signs);
  on(getUserProtection, of, signs);
  on(
    listStuckRounds,
    {},
    {
      rounds: rows((text, n) => ({
        roundId: idOf('rnd', n),
        game: 'coinflip' as const,
        number: n,
        lockedAt: AT,
        stakedUsd: 1,
        entries: 2,
        firstFailedAt: AT,
        lastFailedAt: AT,
        times: 1,
        retryAt: AT,
        reason: text,
      })),
      next: null,
    },
  );

  on(
    listPauses,
    {},
    {
      pauses: PAUSE_SYSTEMS.map((system, n) => ({
        system,
        paused: true,
        changedAt: AT,
        by: personOf(n, texts[n] ?? first),
        why: texts[n] ?? first,
      })),
    },
  );
  on(
    listSiteSettings,
    {},
    {
      settings: rows((text, n) => ({
        key: `${n} ${text}`,
        says: text,
        unit: 'number' as const,
        value: 1,
        standard: 2,
        min: 0,
        max: 9,
        choices: [],
        version: n,
        changedAt: AT,
        announced: false,
      })),
    },
  );
  on(
    listSettingChanges,
    {},
    {
      changes: rows((text, n) => ({
        id: n,
        key: text,
        version: 1,
        before: 1,
        after: 2,
        by: personOf(n, text),
        why: text,
        at: AT,
      })),
      next: null,
    },
  );
  on(
    listCases,
    {},
    rows((text, n) => caseOf(n, text)),
  );
  on(
    listPromocodes,
    {},
    rows((text, n) => ({
      id: idOf('prm', n),
      ending: text,
      amountUsd: null,
      item: skinOf(text),
      uses: 1,
      used: 0,
      totalUsd: 1,
      state: 'ENDED' as const,
      expiresAt: null,
      createdAt: AT,
      createdBy: PLAYER,
      why: text,
      approvedBy: null,
      endedBy: PLAYER,
      endedWhy: text,
    })),
  );
  const left = { next: null, mostUsd: 1, dayUsd: 1, dayLeftUsd: 1 };
  on(
    listAdjustments,
    {},
    {
      adjustments: rows((text, n) => ({
        id: idOf('adj', n),
        user: personOf(n, text),
        amountUsd: 1,
        why: text,
        state: 'REFUSED' as const,
        askedBy: personOf(n, text),
        askedAt: AT,
        decidedBy: personOf(n, text),
        decidedAt: AT,
        decidedWhy: text,
      })),
      ...left,
    },
  );
  on(
    listPersonas,
    {},
    {
      personas: rows((text, n) => ({
        user: { ...personOf(n, text), isFake: true },
        balanceUsd: 1,
        played: 1,
        stakedUsd: 1,
        wonUsd: 1,
        resultUsd: 0,
      })),
    },
  );
  on(
    chatPersonas,
    {},
    rows((text, n) => personOf(n, text)),
  );
  const days = texts.slice(0, 40);
  const today = Math.floor(serverNow() / DAY_MS);
  on(
    dayReport,
    { from: 0, to: 1 },
    {
      lines: days.map((text) => ({ day: today, kind: `deposit:${text}`, times: 1, sumUsd: 1, backUsd: 0, feeUsd: 0 })),
    },
  );
  on(
    listStaffActs,
    {},
    {
      acts: rows((text, n) => ({
        id: n,
        at: AT,
        actorId: PLAYER,
        actor: personOf(n, text),
        act: text,
        playerId: PLAYER,
        player: personOf(n, text),
        subject: text,
        why: text,
        details: { [`was ${n}`]: text },
      })),
      next: null,
      known: rows((text) => text),
    },
  );
  return answers;
}
