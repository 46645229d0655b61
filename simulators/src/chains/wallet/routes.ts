/**
 * A wallet that anyone may pay from, as a page for people: `/pay?coin=USDT&address=T...&amount=10.25`. Its payment is signed and goes over the chain
 * like any other; only the chain reports it. Also shows what an address holds, as an explorer does: `/held?network=tron&address=T...`.
 *
 * It works by GET alone, so that a proxy needs to forward nothing else. Only a page that was shown can pay, and only once, so a crafted link merely
 * shows the page.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { BoundedMap } from '../../kit/bounded.ts';
import { queryText, singleValues } from '../../kit/service.ts';
import { MARK, sendPage } from '../../steam/html.ts';
import { PaymentRefused, type Chains, type Payment } from '../chains.ts';
import { heldPage, nothingPage, paidPage, payPage, type Bill, type Receipt } from './page.ts';

const DECIMALS: Readonly<Record<Payment['coin'], number>> = { TRX: 6, USDT: 6, BTC: 8, ETH: 18 };
/** At most this many shown pages and payments are remembered. */
const CAPACITY = 1_000;
const AMOUNT = /^(\d{1,18})(?:\.(\d{1,18}))?$/;

export function walletRoutes(app: FastifyInstance, { chains }: { readonly chains: Chains }): void {
  const shown = new BoundedMap<string, true>(CAPACITY);
  const paid = new BoundedMap<string, Receipt>(CAPACITY);
  app.get('/pay', async (request, reply) => {
    const query = singleValues(queryText(request));
    const bill = query === null ? null : billOf(query);
    if (bill === null) return sendPage(reply.code(400), nothingPage('This is not a payment.', './'), "'none'");
    const from = query?.get('sim.page') ?? '';
    if (!shown.delete(from)) return show(reply, bill, null);
    try {
      const units = unitsOf(bill);
      const txid = await chains.pay({ coin: bill.coin, address: bill.address, units, kind: 'plain' });
      paid.set(from, { ...bill, txid });
      return reply.header('cache-control', 'no-store').redirect(`paid/${from}`, 303);
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error;
      return show(reply, bill, error.message);
    }
  });
  app.get<{ Params: { id: string } }>('/paid/:id', async ({ params }, reply) => {
    const receipt = paid.get(params.id);
    if (receipt === undefined)
      return sendPage(reply.code(404), nothingPage('There is no such payment.', '../'), "'none'");
    return sendPage(reply, paidPage(receipt), "'none'");
  });
  app.get('/held', async (request, reply) => {
    const query = singleValues(queryText(request));
    const [network = '', address = ''] = ['network', 'address'].map((name) => query?.get(name));
    const held = address.length <= 100 ? await chains.heldBy(network, address) : [];
    if (held.length === 0) return sendPage(reply.code(404), nothingPage('There is no such address.', './'), "'none'");
    return sendPage(reply, heldPage(network, address, held), "'none'");
  });
  app.get('/icon.svg', async (_request, reply) => reply.type('image/svg+xml').send(MARK));

  function show(reply: FastifyReply, bill: Bill, error: string | null): FastifyReply {
    const pageId = randomBytes(12).toString('base64url');
    shown.set(pageId, true);
    return sendPage(reply, payPage(bill, pageId, error), "'self'");
  }
}

interface KnownBill extends Bill {
  readonly coin: Payment['coin'];
}

function billOf(query: ReadonlyMap<string, string>): KnownBill | null {
  const [coin = '', address = '', amount = ''] = ['coin', 'address', 'amount'].map((name) => query.get(name));
  if (!isCoin(coin) || !/^[0-9A-Za-z]{20,100}$/.test(address) || amount.length > 40) return null;
  return { coin, address, amount: amount.trim() };
}

function isCoin(name: string): name is Payment['coin'] {
  return Object.hasOwn(DECIMALS, name);
}

/** Base units of the typed amount. Throws PaymentRefused. */
function unitsOf({ coin, amount }: KnownBill): bigint {
  const decimals = DECIMALS[coin];
  const [, whole, rest = ''] = AMOUNT.exec(amount) ?? [];
  if (whole === undefined || rest.length > decimals)
    throw new PaymentRefused(`An amount of ${coin} is a number with at most ${decimals} decimals.`);
  const units = BigInt(whole + rest.padEnd(decimals, '0'));
  if (units === 0n) throw new PaymentRefused('Nothing is not a payment.');
  return units;
}
