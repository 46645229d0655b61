/** The topic of a new ticket: none, or one of the player's latest rounds, trades or payments. */
import { byGame } from '@fairpot/contract/games/games';
import { listCryptoOrders } from '@fairpot/contract/crypto/calls';
import { listCryptoWithdrawals } from '@fairpot/contract/crypto/withdrawals/calls';
import { listMyRounds } from '@fairpot/contract/log/calls';
import { TICKET_ABOUT, type TicketAboutKind } from '@fairpot/contract/support/calls';
import type { TicketAbout } from '@fairpot/contract/support/schemas';
import { listTradeOrders } from '@fairpot/contract/trades/calls';
import { useState } from 'react';
import { useAsk } from '../../platform/calls/use-call.ts';
import { Select } from '../../ui/controls/fields.tsx';
import { texts } from './texts.ts';
import { formatDayTime } from '../../platform/page/time.ts';

const LAST = 20;
const GAME = byGame(({ one }) => one);

interface AboutOption {
  readonly id: string;
  readonly label: string;
  readonly at: number;
}

/** Newest first; undefined while loading. */
function useAboutOptions(kind: TicketAboutKind | null): readonly AboutOption[] | undefined {
  const rounds = useAsk(listMyRounds, { limit: LAST }, { enabled: kind === 'round' }).data?.rounds;
  const trades = useAsk(listTradeOrders, {}, { enabled: kind === 'trade' }).data?.orders;
  const orders = useAsk(listCryptoOrders, {}, { enabled: kind === 'payment' }).data;
  const withdrawals = useAsk(listCryptoWithdrawals, {}, { enabled: kind === 'payment' }).data;
  const thing = (id: string, at: number, words: string): AboutOption => ({
    id,
    at,
    label: `${words}, ${formatDayTime(at)}`,
  });
  switch (kind) {
    case 'round':
      return rounds?.map(({ roundId, at, game, won }) => thing(roundId, at, texts.round(GAME[game], won)));
    case 'trade':
      return trades?.map(({ id, createdAt, code, kind: way }) =>
        thing(id, createdAt, texts.trade(code, way.toLowerCase())),
      );
    case 'payment':
      if (orders === undefined || withdrawals === undefined) return undefined;
      return [
        ...orders.map(({ id, createdAt, coinName }) => thing(id, createdAt, texts.deposit(coinName))),
        ...withdrawals.map(({ id, createdAt, coinName }) => thing(id, createdAt, texts.withdrawal(coinName))),
      ].sort((a, b) => b.at - a.at);
    case null:
      return [];
  }
}

export interface AboutPickerProps {
  readonly about: TicketAbout | null;
  readonly onChange: (about: TicketAbout | null) => void;
}

export function AboutPicker({ about, onChange }: AboutPickerProps) {
  const [kind, setKind] = useState<TicketAboutKind | null>(about?.kind ?? null);
  const things = useAboutOptions(kind);
  const known = things?.some(({ id }) => id === about?.id) ?? false;
  const options = [
    { value: '', label: things === undefined ? texts.loading : things.length === 0 ? texts.noChoice : texts.choose },
    // from the page that linked here, and older than the list
    ...(about && !known ? [{ value: about.id, label: about.id }] : []),
    ...(things ?? []).map(({ id, label }) => ({ value: id, label })),
  ];
  return (
    <div className="grid gap-2 @min-[420px]:grid-cols-2">
      <Select
        label={texts.aboutLabel}
        value={kind ?? ''}
        options={[
          { value: '', label: texts.aboutNone },
          ...TICKET_ABOUT.map((value) => ({ value, label: texts.aboutKinds[value] })),
        ]}
        onChange={(value) => {
          setKind(TICKET_ABOUT.find((each) => each === value) ?? null);
          onChange(null);
        }}
      />
      {kind !== null && (
        <Select
          label={texts.which}
          value={about?.id ?? ''}
          options={options}
          onChange={(id) => onChange(id === '' ? null : { kind, id })}
        />
      )}
    </div>
  );
}
