/**
 * Which cell is the home of a person who signs in (docs/scale.md), and the pages for those whose home is another cell or unknown.
 *
 * Invariants: a person with an account here is at home, whatever the directory says or does not say; no account is made before the directory has
 * named this cell; the pages lead to nothing but origins that the directory lists.
 */
import type { Cell } from '@fairpot/contract/wire/directory.schemas';
import { refusalText, REFUSALS } from '@fairpot/contract/wire/refusals';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../platform/process/deps.ts';
import { playerBySteamid } from '../store.ts';
import { sendPage } from './plain-page.ts';

/** 'moving': the account has left, and the directory does not know it yet. */
export type HomeOf = 'here' | 'unknown' | 'moving' | Cell;

type HomeDeps = Pick<Deps, 'db' | 'gateways' | 'log'>;

/** The home of a person whom the sign-in provider has named. Claims this cell for a person who has none. */
export async function homeOf(deps: HomeDeps, steamid: string): Promise<HomeOf> {
  const { directory } = deps.gateways;
  if (directory === null) return 'here';
  const account = await playerBySteamid(deps.db, steamid);
  if (account !== undefined && account.movedAt === null) {
    void claimInBackground(deps, account.id, steamid);
    return 'here';
  }
  const home = await directory.claimHome(steamid);
  if (home.kind === 'away') {
    deps.log.warn({ why: home.why }, 'directory does not answer: no first sign-ins');
    return 'unknown';
  }
  if (!home.value.isHere) return home.value.cell;
  return account === undefined ? 'here' : 'moving';
}

/** For an account that is older than the directory. The sign-in does not wait for it, and the next one tries again. */
async function claimInBackground({ gateways, log }: HomeDeps, playerId: string, steamid: string): Promise<void> {
  const home = await gateways.directory?.claimHome(steamid);
  if (home?.kind === 'ok' && !home.value.isHere)
    log.error({ playerId, cell: home.value.cell.name }, 'an account of this cell has its home at another cell');
}

/** `next`: a path of this site (safeNext). What has an id here is not at the other cell. */
export function homeElsewherePage(reply: FastifyReply, { origin }: Cell, next: string): FastifyReply {
  const { host } = new URL(origin);
  const page = /^(\/[a-z-]+)+$/.exec(next)?.[0] ?? '/';
  return sendPage(reply, {
    title: `Your account is at ${host}`,
    body:
      `<p>Your balance, items and limits are there. This site made no account for you.</p>` +
      `<a class="act" href="${origin}/api/auth?next=${encodeURIComponent(page)}">Sign in at ${host}</a>` +
      stayLink(next),
  });
}

const WAITS = {
  unknown: { code: 'DIRECTORY_AWAY', title: 'No new accounts right now' },
  moving: { code: 'HOME_MOVING', title: 'Your account is moving' },
} as const;

/** For a person who has to try again later. */
export function tryAgainPage(reply: FastifyReply, why: keyof typeof WAITS, next: string): FastifyReply {
  const { code, title } = WAITS[why];
  return sendPage(reply.header('retry-after', '60'), {
    status: REFUSALS[code].status,
    title,
    body:
      `<p>${refusalText(code)}</p>` +
      `<a class="act" href="/api/auth?next=${encodeURIComponent(next)}">Try again</a>` +
      stayLink(next),
  });
}

function stayLink(next: string): string {
  return `<a class="else" href="${next.replaceAll('&', '&amp;')}">Stay here without signing in</a>`;
}
