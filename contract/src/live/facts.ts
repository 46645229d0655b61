/** The facts of each live topic, as types: what the live wire carries to the browser. */
import type { CasebattleFact } from '../casebattle/schemas.ts';
import type { ChatFact, ChatPlayerFact } from '../chat/schemas.ts';
import type { CoinflipFact } from '../coinflip/schemas.ts';
import type { CryptoAddressFact } from '../crypto/addresses/schemas.ts';
import type { CryptoFact, CryptoStrayFact } from '../crypto/schemas.ts';
import type { CryptoWithdrawalFact } from '../crypto/withdrawals/schemas.ts';
import type { SteamItemsFact } from '../inventory/schemas.ts';
import type { JackpotFact } from '../jackpot/schemas.ts';
import type { MarketFact } from '../market/schemas.ts';
import type { NotificationFact } from '../notifications/schemas.ts';
import type { SiteFact } from '../operations/pauses/schemas.ts';
import type { AdjustmentFact } from '../operations/schemas.ts';
import type { TicketFact } from '../support/schemas.ts';
import type { TradeFact } from '../trades/schemas.ts';
import type { FactEnvelope, Topic } from './channel.schemas.ts';

export interface TopicFacts {
  readonly jackpot: JackpotFact;
  readonly coinflip: CoinflipFact;
  readonly casebattle: CasebattleFact;
  readonly chat: ChatFact;
  readonly market: MarketFact;
  readonly support: TicketFact;
  readonly player:
    | AdjustmentFact
    | ChatPlayerFact
    | CryptoAddressFact
    | CryptoFact
    | CryptoStrayFact
    | CryptoWithdrawalFact
    | NotificationFact
    | SteamItemsFact
    | TicketFact
    | TradeFact;
  readonly site: SiteFact;
}

/** An envelope whose body is a fact of its topic. */
export interface TopicFact<T extends Topic = Topic> extends Omit<FactEnvelope, 'topic' | 'body'> {
  readonly topic: T;
  readonly body: TopicFacts[T];
}
