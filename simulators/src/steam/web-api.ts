/**
 * The Web API calls the site makes about people: summaries and levels, with the field names and the omissions of the real service (unknown ids are
 * omitted, a private profile shows less). Also serves the pictures that summaries link to.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FaultBoard } from '../kit/faults.ts';
import { hang, queryText, singleValues } from '../kit/service.ts';
import { avatarHash, type Account, type Accounts } from './accounts.ts';
import { avatarSvg } from './avatar.ts';

interface WebApiDeps {
  readonly accounts: Accounts;
  readonly faults: FaultBoard;
  readonly base: () => string;
}

const IDS_LIMIT = 100;
/** Suffix of the picture's name and edge in pixels, as the real service has them. */
const SIZES = new Map([
  ['', 32],
  ['_medium', 64],
  ['_full', 184],
]);

export function webApiRoutes(app: FastifyInstance, { accounts, faults, base }: WebApiDeps): void {
  app.get('/ISteamUser/GetPlayerSummaries/v2', async (request, reply) => {
    if (faults.take('steam', 'summaries-hang') !== null) return hang(reply);
    if (faults.take('steam', 'summaries-503') !== null) return reply.code(503).type('text/html').send(DOWN);
    const asked = readIds(request, reply);
    if (asked === null) return reply;
    const found = [...new Set(asked)].flatMap((id) => accounts.find(id) ?? []);
    return { response: { players: found.map((account) => summary(account, base())) } };
  });
  app.get('/IPlayerService/GetSteamLevel/v1', async (request, reply) => {
    const params = singleValues(queryText(request));
    if ((params?.get('key') ?? params?.get('access_token') ?? '') === '')
      return reply.code(403).type('text/html').send(FORBIDDEN);
    const account = accounts.find(params?.get('steamid') ?? '');
    // A private profile has no level for others: the field is omitted, as with the real service.
    if (account === null || account.profile === 'private') return { response: {} };
    return { response: { player_level: levelOf(account.steamId) } };
  });
  app.get<{ Params: { file: string } }>('/avatars/:file', async (request, reply) => {
    const match = /^([0-9a-f]{40})(|_medium|_full)\.svg$/.exec(request.params.file);
    const [, hash, suffix] = match ?? [];
    if (hash === undefined || suffix === undefined) return reply.code(404).type('text/plain').send('no such picture\n');
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .send(avatarSvg(hash, SIZES.get(suffix) ?? 64));
  });
}

/** The requested ids, or null after having answered 403 (no key) or 400 (no or too many ids). */
function readIds(request: FastifyRequest, reply: FastifyReply): string[] | null {
  const params = singleValues(queryText(request));
  if ((params?.get('key') ?? params?.get('access_token') ?? '') === '') {
    reply.code(403).type('text/html').send(FORBIDDEN);
    return null;
  }
  const ids = params?.get('steamids')?.split(',') ?? [];
  if (ids.length >= 1 && ids.length <= IDS_LIMIT) return ids.map((id) => id.trim());
  reply.code(400).type('text/html').send(BAD_REQUEST);
  return null;
}

function summary(account: Account, base: string) {
  const hash = avatarHash(account.steamId);
  const shown = {
    steamid: account.steamId,
    communityvisibilitystate: account.profile === 'public' ? 3 : 1,
    profilestate: 1,
    personaname: account.name,
    profileurl: `${base}/profiles/${account.steamId}`,
    avatar: `${base}/avatars/${hash}.svg`,
    avatarmedium: `${base}/avatars/${hash}_medium.svg`,
    avatarfull: `${base}/avatars/${hash}_full.svg`,
    avatarhash: hash,
    personastate: 0,
  };
  if (account.profile === 'private') return shown;
  return {
    ...shown,
    commentpermission: 1,
    primaryclanid: '103582791429521408',
    timecreated: Math.floor(account.createdAtMs / 1_000),
    personastateflags: 0,
  };
}

/** Follows from the id: 5 to 44. */
function levelOf(steamId: string): number {
  return 5 + Number(BigInt(steamId) % 40n);
}

const FORBIDDEN =
  '<html><head><title>Forbidden</title></head><body><h1>Forbidden</h1>Access is denied. Retrying will not help. ' +
  'Please verify your <pre>key=</pre> parameter.</body></html>';
const BAD_REQUEST = '<html><head><title>Bad Request</title></head><body><h1>Bad Request</h1></body></html>';
const DOWN = '<html><head><title>Unavailable</title></head><body><h1>Service Unavailable</h1></body></html>';
