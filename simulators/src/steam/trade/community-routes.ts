/**
 * The trade calls of the community site, made with the cookies of a session: send, cancel, decline, the partner's inventory and the notice about trade
 * protection. A dead session is answered as the real one is: 401. Players accept on the offer's page; no bot accepts.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Call } from '../../kit/call-faults.ts';
import type { Account } from '../accounts.ts';
import { describeItems, wireAsset } from '../describe.ts';
import { propertiesOf } from '../finish.ts';
import { itemsIn } from '../inventory.ts';
import { carryOut, ok, refusal, type Answer } from './answers.ts';
import { formOf, queryOf, senderOf, sessionOf, type TradeDeps } from './calls.ts';
import { cannotTrade, EResult, NEW_DEVICE, tooManyOffers, tradeBan, tradeError } from './errors.ts';
import { letTimePass } from './exchange.ts';
import { sendOffer } from './offer-rules.ts';
import { OfferState, type Offer } from './state.ts';
import { partnerOf } from './trade-page.ts';

type Form = ReadonlyMap<string, string>;
type ById = { Params: { offerId: string } };

const PARTNER_PAGE = 2_000;

const Asset = z.object({
  appid: z.coerce.number().int(),
  contextid: z.coerce.string(),
  assetid: z.coerce.string(),
  amount: z.coerce.number().int().min(1).max(1),
});
const Side = z.object({ assets: z.array(Asset) });
const Sent = z.object({ newversion: z.literal(true), me: Side, them: Side });
const Params = z.object({ trade_offer_access_token: z.string().optional() });

export function communityRoutes(app: FastifyInstance, deps: TradeDeps): void {
  const { book, faults } = deps;
  const post = (path: string, call: Call, act: (me: Account, form: Form, offerId: string) => Answer) => {
    app.post<ById>(path, async (request, reply) =>
      carryOut(faults, call, reply, () => {
        const form = formOf(request);
        const me = senderOf(deps, request, form);
        if (me === null) return { status: 401, body: null };
        letTimePass(book);
        return act(me, form, request.params.offerId);
      }),
    );
  };
  post('/tradeoffer/new/send', 'send', (me, form) => sendForm(deps, me, form));
  post('/tradeoffer/:offerId/cancel', 'cancel', (me, _form, offerId) => end(deps, me, offerId, 'cancelling'));
  post('/tradeoffer/:offerId/decline', 'decline', (me, _form, offerId) => end(deps, me, offerId, 'declining'));
  post('/trade/new/acknowledge', 'acknowledge', (me) => {
    book.accounts.update(me.steamId, { acknowledged: true });
    return ok([]);
  });
  app.get('/tradeoffer/new/partnerinventory', async (request, reply) =>
    carryOut(faults, 'partner', reply, () => partnerInventory(deps, request)),
  );
}

function sendForm({ book, faults }: TradeDeps, me: Account, form: Form): Answer {
  const sent = parsed(Sent, form.get('json_tradeoffer'));
  const params = parsed(Params, form.get('trade_offer_create_params') ?? '{}');
  const to = book.accounts.find(form.get('partner') ?? '');
  if (sent === null || params === null) return refusal(tradeError('sending', EResult.invalidParam));
  const name = to?.name ?? 'this user';
  if (faults.take('steam', 'send-trade-ban') !== null) return refusal(tradeBan(name));
  if (faults.take('steam', 'send-cannot-trade') !== null) return refusal(cannotTrade(name));
  if (faults.take('steam', 'send-new-device') !== null) return refusal(NEW_DEVICE);
  if (faults.take('steam', 'send-limit') !== null) return refusal(tooManyOffers(name, EResult.tooManyToOne));
  const countered = form.get('tradeofferid_countered') ?? '';
  const counters = countered === '' ? null : book.offer(countered);
  if (countered !== '' && counters === null) return refusal(tradeError('sending', EResult.invalidState));
  const offer = sendOffer(book, {
    from: me,
    to,
    token: params.trade_offer_access_token ?? null,
    give: sent.me.assets.map(wanted),
    take: sent.them.assets.map(wanted),
    message: form.get('tradeoffermessage') ?? '',
    counters,
    confirm: true,
  });
  if ('strError' in offer) return refusal(offer);
  return ok({
    tradeofferid: offer.offerId,
    ...(offer.state === OfferState.needsConfirmation && {
      needs_mobile_confirmation: true,
      needs_email_confirmation: false,
      email_domain: '',
    }),
  });
}

/** Cancelled by the sender or declined by the partner. */
function end({ book }: TradeDeps, me: Account, offerId: string, verb: 'cancelling' | 'declining'): Answer {
  const offer = book.offer(offerId);
  const mine = verb === 'cancelling' ? offer?.fromId : offer?.toId;
  if (offer === null || mine !== me.steamId) return refusal(tradeError(verb, EResult.accessDenied));
  if (!isOpen(offer, verb)) return refusal(tradeError(verb, EResult.invalidState));
  const state = verb === 'cancelling' ? OfferState.canceled : OfferState.declined;
  book.change(offer, { state });
  book.save();
  return ok({ tradeofferid: offer.offerId });
}

function isOpen(offer: Offer, verb: 'cancelling' | 'declining'): boolean {
  if (offer.state === OfferState.active) return true;
  return verb === 'cancelling' && offer.state === OfferState.needsConfirmation;
}

/** The partner's items on the trade page: includes those that the public inventory hides, and excludes untradable ones. */
function partnerInventory(deps: TradeDeps, request: FastifyRequest): Answer {
  const { book, catalogue } = deps;
  const query = queryOf(request);
  if (sessionOf(deps, request) === null) return { status: 401, body: null };
  letTimePass(book);
  const referer = request.headers.referer ?? '';
  const partner = URL.canParse(referer) ? partnerOf(book.accounts, new URL(referer).searchParams) : null;
  if (partner === null || partner.steamId !== query.get('partner')) return ok({ success: false });
  const items = itemsIn(partner, Number(query.get('appid')), query.get('contextid') ?? '', book.clock.now());
  const start = Math.max(0, Number(query.get('start') ?? '0') || 0);
  const shown = items.toReversed().slice(start, start + PARTNER_PAGE);
  const more = start + PARTNER_PAGE < items.length;
  const asset = (item: (typeof items)[number], pos: number) => {
    const { classid, instanceid, amount } = wireAsset(item);
    return [item.assetId, { id: item.assetId, classid, instanceid, amount, pos: start + pos + 1 }] as const;
  };
  const described = describeItems(catalogue, shown, true).map(
    (one) => [`${one.classid}_${one.instanceid}`, one] as const,
  );
  return ok({
    success: true,
    rgInventory: Object.fromEntries(shown.map(asset)),
    rgCurrency: [],
    rgDescriptions: Object.fromEntries(described),
    rgAssetProperties: Object.fromEntries(
      shown.flatMap(({ assetId, finish }) => (finish === null ? [] : [[assetId, propertiesOf(finish)]])),
    ),
    more,
    more_start: more ? start + PARTNER_PAGE : false,
  });
}

function wanted(asset: z.output<typeof Asset>) {
  return { appId: asset.appid, contextId: asset.contextid, assetId: asset.assetid };
}

function parsed<T>(shape: z.ZodType<T>, text: string | undefined): T | null {
  try {
    return shape.safeParse(JSON.parse(text ?? '')).data ?? null;
  } catch {
    return null;
  }
}
