/**
 * The control API under `/_sim`, on a port of its own: moves the clock, turns faults on and off, changes accounts, and shows the requests that
 * services got. Every call needs the token in `x-sim-token`. Refusals are `{error}` with 400, 401, 404 or 409. Nothing here is part of any simulated
 * protocol, and the site under test never calls it.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { VirtualClock } from '../kit/clock.ts';
import { UnknownFault, type FaultBoard } from '../kit/faults.ts';
import type { RequestLog } from '../kit/request-log.ts';
import { sameText } from '../kit/same-text.ts';
import { queryText } from '../kit/service.ts';
import { InventoryVisibility, type Accounts } from '../steam/accounts.ts';
import { json, missing } from './requests.ts';
import { chainControlRoutes, type ChainControlDeps } from './chain-routes.ts';
import { tradeControlRoutes, type TradeControlDeps } from './trade-routes.ts';

interface ControlDeps extends TradeControlDeps, ChainControlDeps {
  readonly token: string;
  readonly clock: VirtualClock;
  readonly faults: FaultBoard;
  readonly log: RequestLog;
  readonly accounts: Accounts;
}

const ClockChange = z.strictObject({ advanceMs: z.number().int().min(0).max(31_622_400_000) });
const FaultSetting = z.strictObject({
  service: z.string(),
  fault: z.string(),
  params: z.record(z.string(), z.number().finite()).optional(),
  times: z.number().int().min(1).optional(),
});
const FaultFilter = z.strictObject({ service: z.string().optional(), fault: z.string().optional() });
const NewUser = z.strictObject({
  name: z.string().min(1),
  group: z.enum(['player', 'staff', 'bot']).optional(),
  steamId: z
    .string()
    .regex(/^7656119\d{10}$/)
    .optional(),
});
const UserChange = z.strictObject({
  name: z.string().min(1).optional(),
  profile: z.enum(['public', 'private']).optional(),
  inventory: InventoryVisibility.optional(),
  tradeToken: z.string().min(1).optional(),
  holdDays: z.number().int().min(0).max(15).optional(),
  acknowledged: z.boolean().optional(),
});
const Gift = z.strictObject({
  appId: z.number().int(),
  marketHashName: z.string(),
  count: z.number().int().min(1).max(5_000).default(1),
});
const LogFilter = z.strictObject({
  service: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(1_000).optional(),
});

export function controlRoutes(app: FastifyInstance, deps: ControlDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!sameText(String(request.headers['x-sim-token']), deps.token))
      return reply.code(401).send({ error: 'token needed' });
  });
  app.setErrorHandler((error, _request, reply) => {
    const known = error instanceof z.ZodError || error instanceof UnknownFault || error instanceof SyntaxError;
    const message = error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : '';
    reply.code(known ? 400 : 500).send({ error: message });
  });
  clockRoutes(app, deps);
  faultRoutes(app, deps);
  userRoutes(app, deps);
  tradeControlRoutes(app, deps);
  chainControlRoutes(app, deps);
  app.get('/_sim/requests', async (request) => ({ requests: deps.log.list(LogFilter.parse(query(request))) }));
  app.delete('/_sim/requests', async () => {
    deps.log.clear();
    return { ok: true };
  });
}

function clockRoutes(app: FastifyInstance, { clock }: ControlDeps): void {
  app.post('/_sim/clock', async (request) => {
    clock.advance(ClockChange.parse(json(request)).advanceMs);
    return { nowMs: clock.now() };
  });
}

function faultRoutes(app: FastifyInstance, { faults }: ControlDeps): void {
  app.get('/_sim/faults', async () => ({ faults: faults.list() }));
  app.post('/_sim/faults', async (request) => {
    const { service, fault, params, times } = FaultSetting.parse(json(request));
    return faults.set(service, fault, params, times);
  });
  app.delete('/_sim/faults', async (request) => {
    const { service, fault } = FaultFilter.parse(query(request));
    return { cleared: faults.clear(service, fault) };
  });
}

function userRoutes(app: FastifyInstance, { accounts, clock }: ControlDeps): void {
  type ById = { Params: { steamId: string; assetId: string } };
  app.get('/_sim/users', async () => ({ users: accounts.list() }));
  app.get<ById>('/_sim/users/:steamId', async (request, reply) => {
    return accounts.find(request.params.steamId) ?? missing(reply, 'no such user');
  });
  app.post('/_sim/users', async (request, reply) => {
    const { name, group, steamId } = NewUser.parse(json(request));
    const wanted = { name, ...(group === undefined ? {} : { group }), ...(steamId === undefined ? {} : { steamId }) };
    const created = accounts.create(wanted, clock.now());
    return created === null ? reply.code(409).send({ error: 'steamId is taken' }) : reply.code(201).send(created);
  });
  app.patch<ById>('/_sim/users/:steamId', async (request, reply) => {
    const change = Object.entries(UserChange.parse(json(request))).filter(([, value]) => value !== undefined);
    return accounts.update(request.params.steamId, Object.fromEntries(change)) ?? missing(reply, 'no such user');
  });
  app.post<ById>('/_sim/users/:steamId/items', async (request, reply) => {
    const { appId, marketHashName, count } = Gift.parse(json(request));
    const items = accounts.give(request.params.steamId, appId, marketHashName, count);
    return items === null ? missing(reply, 'no such user, or no such item in the catalogue') : { items };
  });
  app.delete<ById>('/_sim/users/:steamId/items/:assetId', async (request, reply) => {
    const { steamId, assetId } = request.params;
    return accounts.take(steamId, assetId) ? { ok: true } : missing(reply, 'that user holds no such item');
  });
}

function query(request: FastifyRequest): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(queryText(request)));
}
