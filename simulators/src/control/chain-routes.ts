/** The chains' part of the control API: paying, mining blocks, re-orgs, and what happens to pending payments. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PAYMENT_KINDS, PaymentRefused, type Chains } from '../chains/chains.ts';
import { json, missing } from './requests.ts';

export interface ChainControlDeps {
  readonly chains: Chains;
}

const Payment = z.strictObject({
  coin: z.enum(['TRX', 'USDT', 'BTC', 'ETH']),
  address: z.string().min(1).max(120),
  /** Base units as text. */
  units: z.string().regex(/^\d{1,40}$/),
  kind: z.enum(PAYMENT_KINDS).default('plain'),
});
const Name = z.enum(['tron', 'bitcoin']);
const Blocks = z.strictObject({ blocks: z.number().int().min(1).max(1_000).default(1) });
const depth = z.number().int().min(1).max(500);
const Depth = z.strictObject({ depth });
const Reorg = z.strictObject({
  depth,
  fate: z.enum(['again', 'hold', 'drop']).default('again'),
});
type ById = { Params: { id: string } };

export function chainControlRoutes(app: FastifyInstance, { chains }: ChainControlDeps): void {
  app.post('/_sim/chains/pay', async (request, reply) => {
    const payment = Payment.parse(json(request));
    try {
      return { txid: await chains.pay({ ...payment, units: BigInt(payment.units) }) };
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error;
      reply.code(409);
      return { error: error.message };
    }
  });
  app.get<ById>('/_sim/chains/:id', async ({ params }) => ({ height: chains[Name.parse(params.id)].chain.height }));
  app.post<ById>('/_sim/chains/:id/mine', async (request) => {
    const { chain } = chains[Name.parse(request.params.id)];
    chain.mine(Blocks.parse(json(request)).blocks);
    return { height: chain.height };
  });
  app.post('/_sim/chains/ethereum/reorg', async (request) => ({
    height: await chains.reorgEthereum(Depth.parse(json(request)).depth),
  }));
  app.post<ById>('/_sim/chains/:id/reorg', async (request) => {
    const { depth, fate } = Reorg.parse(json(request));
    const name = Name.parse(request.params.id);
    if (name === 'tron') chains.tron.reorg(depth, fate !== 'again');
    else chains.bitcoin.reorg(depth, fate);
    return { height: chains[name].chain.height };
  });
  app.post<ById>('/_sim/chains/bitcoin/tx/:id/evict', async ({ params }, reply) =>
    chains.bitcoin.evict(params.id) ? { ok: true } : missing(reply, 'no such transaction that waits'),
  );
  app.post<ById>('/_sim/chains/bitcoin/tx/:id/replace', async ({ params }, reply) => {
    try {
      return { txid: chains.bitcoin.replace(params.id) };
    } catch (error) {
      reply.code(409);
      return { error: error instanceof Error ? error.message : String(error) };
    }
  });
}
