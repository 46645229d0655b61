/** /deposit: Steam items by trade offer, to the balance or the site inventory, and the player's trades; crypto below. */
import { Bitcoin } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { MARKET_GAMES } from '@fairpot/contract/market/calls';
import { PickerBody } from '../../games-kit/inventory/inventory-picker.tsx';
import { messages } from '../../messages.ts';
import { useSettings } from '../../platform/page/settings.ts';
import { LimitQuestion } from '../../trade-kit/limit-question.tsx';
import { OrderList } from '../../trade-kit/orders/order-list.tsx';
import { gameLabel, type SteamGame } from '../../trade-kit/steam-items/steam-model.ts';
import { useSteamPicker } from '../../trade-kit/steam-items/use-steam-picker.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { PageHead } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { NeedsSession } from '../../ui/states/needs-session.tsx';
import { later } from '../../ui/states/boundary.tsx';
import { Skeleton } from '../../ui/states/states.tsx';
import { StickyCartBar } from './cart-bar.tsx';
import { CART_ID, DepositCart } from './deposit-cart.tsx';
import { PayoutRule } from './payout-rule.tsx';
import { texts } from './texts.ts';
import { useLinkedWindow } from './use-linked-window.ts';

const DepositCoins = later(async () => (await import('./crypto/deposit/deposit-form.tsx')).DepositCoins);

export function DepositPage() {
  return (
    <NeedsSession title={messages.nav.deposit} why={texts.depositWhy}>
      <Deposit />
    </NeedsSession>
  );
}

function Deposit() {
  useLinkedWindow();
  const settings = useSettings();
  const [chosen, setChosen] = useState<SteamGame | null>(null);
  const open = MARKET_GAMES.find(({ appId }) => appId === settings?.global.appid)?.appId ?? null;
  const game = chosen ?? open;
  const coins = useRef<HTMLDivElement>(null);
  const toCoins = () => {
    coins.current?.scrollIntoView({ block: 'start' });
    coins.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <PageHead
        title={messages.nav.deposit}
        lead={texts.depositLead}
        actions={
          <Button icon={<Bitcoin aria-hidden size={16} />} onClick={toCoins}>
            {texts.depositCrypto}
          </Button>
        }
      />
      <div className="@container grid gap-4">
        <LimitQuestion />
        {game === null ? <Skeleton className="h-[560px]" /> : <Desk key={game} game={game} onGame={setChosen} />}
        <div ref={coins} role="region" aria-label={texts.cryptoRegion} tabIndex={-1} className="scroll-mt-20">
          <Suspense fallback={<Skeleton className="h-[560px]" />}>
            <DepositCoins />
          </Suspense>
        </div>
      </div>
    </>
  );
}

interface DeskProps {
  readonly game: SteamGame;
  readonly onGame: (game: SteamGame) => void;
}

/** Games that are not accepted are last and dimmed. */
function tabsOf(accepted: readonly number[]) {
  const closed = MARKET_GAMES.filter(({ appId }) => !accepted.includes(appId));
  return [
    ...MARKET_GAMES.filter((game) => !closed.includes(game)).map(({ appId, label }) => ({
      value: String(appId),
      label,
    })),
    ...closed.map(({ appId, label }) => ({
      value: String(appId),
      label: (
        <span className="font-normal text-fg-3">
          {label} <span className="text-xs">{texts.notAccepted}</span>
        </span>
      ),
    })),
  ];
}

/** The selection belongs to one game, as an offer holds items of a single game. */
function Desk({ game, onGame }: DeskProps) {
  const { picker, words, chosen } = useSteamPicker(game, 'deposit');
  const accepted = useSettings()?.deposit.appIds ?? [game];
  const taken = accepted.includes(game);
  const toGame = (value: string) => {
    const found = MARKET_GAMES.find(({ appId }) => String(appId) === value);
    if (found) onGame(found.appId);
  };
  return (
    <div className="@container">
      <div
        className={
          'grid items-start gap-4 @min-[800px]:grid-cols-[minmax(0,1fr)_296px] ' +
          '@min-[800px]:grid-rows-[auto_auto_1fr]'
        }
      >
        <Panel aria-label={texts.steamItems}>
          <Tabs label={texts.game} tabs={tabsOf(accepted)} value={String(game)} onChange={toGame}>
            {!taken && (
              <p role="status" className="mb-3 rounded-md border border-warn px-4 py-2 text-sm font-semibold text-warn">
                {texts.otherGame(gameLabel(game), accepted.map(gameLabel))}
              </p>
            )}
            <PickerBody
              picker={picker}
              words={words}
              shelf="h-[clamp(260px,calc(100dvh-440px),640px)]"
              refused={picker.refused}
            />
          </Tabs>
        </Panel>
        <div className="grid min-w-0 content-start gap-4 @min-[800px]:col-start-2 @min-[800px]:row-span-3">
          <div id={CART_ID} tabIndex={-1} className="scroll-mt-20">
            <DepositCart picker={picker} chosen={chosen} game={game} taken={taken} />
          </div>
          <PayoutRule />
        </div>
        <OrderList />
      </div>
      <div className="contents @min-[800px]:hidden">
        <StickyCartBar picker={picker} cartId={CART_ID} />
      </div>
    </div>
  );
}
