/**
 * Signs a trade bot in by name, password and Steam Guard code, as the sign-in library does it for a web browser: the key that encrypts the password,
 * the new session, the code, the refresh token. For bots alone: players have no password here.
 */
import { constants, createHmac, generateKeyPairSync, privateDecrypt, randomBytes, type KeyObject } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BoundedMap } from '../kit/bounded.ts';
import { message, readFields, type Fields } from '../kit/protobuf.ts';
import { sameText } from '../kit/same-text.ts';
import { formOf, type TradeDeps } from './trade/calls.ts';

const OK = 1;
const WRONG_PASSWORD = 5;
const EXPIRED = 27;
const WRONG_CODE = 88;
/** Requires a code of the phone's authenticator. */
const DEVICE_CODE = 3n;
const MAX_SESSIONS = 100;
const POLL_EVERY_S = 0.1;

interface PasswordSession {
  readonly steamId: string;
  readonly requestId: Buffer;
  confirmed: boolean;
}

/** Made on first use: finding the primes takes a third of a second, and few users of a simulated Steam sign in by password. */
function madeOnce<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

export function passwordRoutes(app: FastifyInstance, { book, sessions }: TradeDeps): void {
  const { accounts, clock } = book;
  const keys = madeOnce(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
  const begun = new BoundedMap<bigint, PasswordSession>(MAX_SESSIONS);
  const of = (what: string) => `/IAuthenticationService/${what}/v1`;

  app.get(of('GetPasswordRSAPublicKey'), async (_request, reply) => {
    const { n = '', e = '' } = keys().publicKey.export({ format: 'jwk' });
    const hex = (part: string) => Buffer.from(part, 'base64url').toString('hex');
    return answer(reply, OK, message([1, hex(n)], [2, hex(e)], [3, BigInt(Math.floor(clock.now() / 1_000))]));
  });
  app.post(of('BeginAuthSessionViaCredentials'), async (request, reply) => {
    const asked = fieldsOf(request);
    const account = accounts
      .list()
      .find((each) => each.group === 'bot' && sessions.accountName(each.steamId) === textOf(asked, 2));
    const password = decrypted(keys().privateKey, Buffer.from(textOf(asked, 3), 'base64'));
    if (account === undefined || !sameText(password, sessions.password(account.steamId)))
      return answer(reply, WRONG_PASSWORD);
    const requestId = randomBytes(16);
    const id = BigInt(`0x${randomBytes(7).toString('hex')}`);
    begun.set(id, { steamId: account.steamId, requestId, confirmed: false });
    const wanted = message([1, DEVICE_CODE]);
    const rest = [
      [3, { float: POLL_EVERY_S }],
      [4, wanted],
      [5, BigInt(account.steamId)],
    ] as const;
    return answer(reply, OK, message([1, id], [2, requestId], ...rest));
  });
  app.post(of('UpdateAuthSessionWithSteamGuardCode'), async (request, reply) => {
    const asked = fieldsOf(request);
    const session = begun.get(numberOf(asked, 1));
    if (session === undefined) return answer(reply, EXPIRED);
    const secret = Buffer.from(sessions.credentials(session.steamId).sharedSecret, 'base64');
    if (!sameText(textOf(asked, 3), guardCode(secret, clock.now()))) return answer(reply, WRONG_CODE);
    session.confirmed = true;
    return answer(reply, OK);
  });
  app.post(of('PollAuthSessionStatus'), async (request, reply) => {
    const asked = fieldsOf(request);
    const session = begun.get(numberOf(asked, 1));
    const requestId = asked.get(2)?.at(-1);
    if (session === undefined || !Buffer.isBuffer(requestId) || !requestId.equals(session.requestId))
      return answer(reply, EXPIRED);
    if (!session.confirmed) return answer(reply, OK);
    begun.delete(numberOf(asked, 1));
    const { refreshToken } = sessions.credentials(session.steamId);
    const name = sessions.accountName(session.steamId);
    return answer(reply, OK, message([3, refreshToken], [4, sessions.access(session.steamId, 'web')], [6, name]));
  });
}

/** The message that a call carries in a field of its form. */
function fieldsOf(request: FastifyRequest): Fields {
  return readFields(Buffer.from(formOf(request).get('input_protobuf_encoded') ?? '', 'base64'));
}

/** The text of a field, the last one if there are several; '' without one. */
function textOf(fields: Fields, field: number): string {
  const value = fields.get(field)?.at(-1);
  return Buffer.isBuffer(value) ? value.toString('utf8') : '';
}

function numberOf(fields: Fields, field: number): bigint {
  const value = fields.get(field)?.at(-1);
  return typeof value === 'bigint' ? value : 0n;
}

/** PKCS #1 v1.5, whose padding Node no longer removes by itself: 0, 2, eight bytes and more, 0, the text. '' for anything else. */
function decrypted(key: KeyObject, box: Buffer): string {
  const modulus = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  if (box.length > modulus) return '';
  const whole = Buffer.concat([Buffer.alloc(modulus - box.length), box]);
  const block = privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, whole);
  const end = block.indexOf(0, 2);
  return block[0] === 0 && block[1] === 2 && end >= 10 ? block.subarray(end + 1).toString('utf8') : '';
}

/** `result` is the service's EResult. */
function answer(reply: FastifyReply, result: number, body: Buffer = Buffer.alloc(0)) {
  return reply.header('x-eresult', String(result)).type('application/octet-stream').send(body);
}

const GUARD_LETTERS = '23456789BCDFGHJKMNPQRTVWXY';
const GUARD_SECONDS = 30;

/** Five letters, new every half minute: the code that an authenticator with this secret shows at `nowMs`. */
function guardCode(secret: Buffer, nowMs: number): string {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(Math.floor(nowMs / 1_000 / GUARD_SECONDS)));
  const digest = createHmac('sha1', secret).update(time).digest();
  let rest = digest.readUInt32BE((digest[19] ?? 0) & 0x0f) & 0x7fffffff;
  return Array.from({ length: 5 }, () => {
    const letter = GUARD_LETTERS.charAt(rest % GUARD_LETTERS.length);
    rest = Math.floor(rest / GUARD_LETTERS.length);
    return letter;
  }).join('');
}
