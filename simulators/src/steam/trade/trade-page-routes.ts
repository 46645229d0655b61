/** GET below /tradeoffer: the trade page for scripts that are signed in, by trade link or by offer. */
import type { FastifyInstance } from 'fastify';
import { queryText } from '../../kit/service.ts';
import type { Account } from '../accounts.ts';
import { carryOut, page, type Answer } from './answers.ts';
import { sessionOf, type TradeDeps } from './calls.ts';
import { letTimePass } from './exchange.ts';
import { errorPage, partnerOf, SIGN_IN_PAGE, tradePage } from './trade-page.ts';

export function tradePageRoutes(app: FastifyInstance, deps: TradeDeps): void {
  app.get('/tradeoffer/new', async (request, reply) =>
    carryOut(deps.faults, 'trade-page', reply, () => {
      letTimePass(deps.book);
      const me = sessionOf(deps, request);
      if (me === null) return page(SIGN_IN_PAGE);
      const them = partnerOf(deps.book.accounts, new URLSearchParams(queryText(request)));
      return them === null
        ? page(errorPage('This Trade URL is no longer valid for sending a trade offer.'))
        : shown(deps, me, them);
    }),
  );
}

function shown({ faults }: TradeDeps, me: Account, them: Account): Answer {
  return page(tradePage(me, them, faults.take('steam', 'hold-all')?.days ?? 0));
}
