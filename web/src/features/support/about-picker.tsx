/** What a new ticket is about: nothing, or one of the player's own last rounds, trades or payments. */
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
import { ABOUT_WORDS } from './about.ts';
import { formatDayTime } from '../../ui/values/time.ts';

const LAST = 20;
const GAME = byGame(({ one }) => one);

interface AboutOption {
  readonly id: string;
  readonly label: string;
  readonly at: number;
}

/** Newest first; undefined while they are asked for. */
function useAboutOptions(kind: TicketAboutKind | null): readonly AboutOption[] | undefined {
  const rounds = useAsk(listMyRounds, { limit: LAST }, { enabled: kind === 'round' }).data?.rounds;
  const trades = useAsk(listTradeOrders, {}, { enabled: kind === 'trade' }).data?.orders;
  const orders = useAsk(listCryptoOrders, {}, { enabled: kind === 'payment' }).data;
  const withdrawals = useAsk(listCryptoWithdrawals, {}, { enabled: kind === 'payment' }).data;
  const thing = (id: string, at: number, words: string): AboutOption => ({ id, at, label: `${words}, ${formatDayTime(at)}` });
  switch (kind) {
    case 'round':
      return rounds?.map(({ roundId, at, game, won }) => thing(roundId, at, `${GAME[game]}, ${won ? 'won' : 'lost'}`));
    case 'trade':
      return trades?.map(({ id, createdAt, code, kind: way }) => thing(id, createdAt, `${code}, ${way.toLowerCase()}`));
    case 'payment':
      if (orders === undefined || withdrawals === undefined) return undefined;
      return [
        ...orders.map(({ id, createdAt, coinName }) => thing(id, createdAt, `${coinName} deposit`)),
        ...withdrawals.map(({ id, createdAt, coinName }) => thing(id, createdAt, `${coinName} withdrawal`)),
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
    { value: '', label: things === undefined ? 'Loading' : things.length === 0 ? 'There is none' : 'Choose one' },
    // Named by the page that led here, and older than those of the list.
    ...(about && !known ? [{ value: about.id, label: about.id }] : []),
    ...(things ?? []).map(({ id, label }) => ({ value: id, label })),
  ];
  return (
    <div className="grid gap-2 @min-[420px]:grid-cols-2">
      <Select
        label="What is it about?"
        value={kind ?? ''}
        options={[
          { value: '', label: 'About anything' },
          ...TICKET_ABOUT.map((value) => ({ value, label: ABOUT_WORDS[value] })),
        ]}
        onChange={(value) => {
          setKind(TICKET_ABOUT.find((each) => each === value) ?? null);
          onChange(null);
        }}
      />
      {kind !== null && (
        <Select
          label="Which one?"
          value={about?.id ?? ''}
          options={options}
          onChange={(id) => onChange(id === '' ? null : { kind, id })}
        />
      )}
    </div>
  );
}
