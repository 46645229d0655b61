/** The player's saved addresses, one of which is chosen. Adding one takes a recent sign-in, and it unlocks later; both are shown first. */
import { Plus, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { COINS, type Coin, type Network } from '@fairpot/contract/crypto/calls';
import {
  addCryptoAddress,
  MAX_LABEL_LENGTH,
  removeCryptoAddress,
  listCryptoAddresses,
} from '@fairpot/contract/crypto/addresses/calls';
import type { CryptoAddress } from '@fairpot/contract/crypto/addresses/schemas';
import type { OutputOf } from '@fairpot/contract/registry/call-types';
import { serverNow } from '../../../../platform/live/clock.ts';
import { SIGN_IN_PATH } from '../../../../platform/page/session.ts';
import { useSend, useAsk } from '../../../../platform/calls/use-call.ts';
import { Button, buttonClass, IconButton } from '../../../../ui/controls/button.tsx';
import { TextField } from '../../../../ui/controls/fields.tsx';
import { cx } from '../../../../ui/layout/cx.ts';
import { NoAnswer } from '../../../../ui/states/states.tsx';
import { coinOnNetwork } from '../sums.ts';
import { texts as withdrawTexts } from './texts.ts';
import { formatDayTime } from '../../../../platform/page/time.ts';
import { refetchAll } from '../../../../platform/calls/query-client.ts';
import { useOwnFacts } from '../use-own-facts.ts';

const texts = withdrawTexts.addresses;

type Book = OutputOf<typeof listCryptoAddresses>;

export interface AddressBookProps {
  readonly coin: Coin;
  /** The chosen address; '' for none. */
  readonly value: string;
  readonly onChange: (address: string) => void;
  /** The server's reason why it cannot be paid. */
  readonly error: string | null;
}

export function AddressBook(props: AddressBookProps) {
  const { data, error, refetch } = useAddresses();
  if (!data) return <NoAnswer error={error} refetch={refetch} className="h-24" />;
  return <Choice {...props} book={data} />;
}

function Choice({ coin, value, onChange, error, book }: AddressBookProps & { readonly book: Book }) {
  const name = useId();
  const [adding, setAdding] = useState(false);
  const now = serverNow();
  const own = bookOf(book.addresses, COINS[coin].network, now);
  const open = adding || own.length === 0;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-semibold">{texts.legend}</legend>
      {own.map((address) => (
        <Entry
          key={address.id}
          name={name}
          address={address}
          now={now}
          chosen={value === address.address}
          onChoose={() => onChange(address.address)}
          onRemoved={() => {
            if (value === address.address) onChange('');
          }}
        />
      ))}
      <p role="status" className="text-sm font-semibold text-bad empty:hidden">
        {error}
      </p>
      {open ? (
        <Add
          coin={coin}
          book={book}
          onAdded={(address) => {
            setAdding(false);
            if (isUsable(address, serverNow())) onChange(address.address);
          }}
        />
      ) : (
        <Button icon={<Plus aria-hidden size={16} />} className="justify-self-start" onClick={() => setAdding(true)}>
          {texts.add}
        </Button>
      )}
      <p className="text-xs text-fg-2">
        {texts.about(coinOnNetwork(coin))} {holdText(book.holdMs)}
      </p>
    </fieldset>
  );
}

interface EntryProps {
  readonly name: string;
  readonly address: CryptoAddress;
  readonly now: number;
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly onRemoved: () => void;
}

function Entry({ name, address, now, chosen, onChoose, onRemoved }: EntryProps) {
  const removing = useSend(removeCryptoAddress, {
    onAccepted: () => {
      refetchAddresses();
      onRemoved();
    },
  });
  const usable = isUsable(address, now);
  const state = stateText(address, now);
  return (
    <div className="flex items-center gap-1">
      <label
        className={cx(
          'relative grid min-w-0 flex-1 gap-0.5 rounded-md border p-3 has-focus-visible:outline-2 ' +
            'has-focus-visible:outline-volt',
          chosen ? 'border-volt bg-ink-4' : 'border-line-strong bg-ink-1',
          usable ? 'cursor-pointer hover:border-fg-2' : 'border-dashed',
        )}
      >
        <input
          type="radio"
          name={name}
          aria-label={address.address}
          checked={chosen}
          disabled={!usable}
          onChange={onChoose}
          className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
        />
        <code className={cx('font-mono text-sm wrap-anywhere', !usable && 'text-fg-2')}>{address.address}</code>
        {state !== '' && <span className={cx('text-xs', usable ? 'text-fg-2' : 'text-warn')}>{state}</span>}
      </label>
      <IconButton label={texts.remove(address.address)} onClick={() => void removing.run({ addressId: address.id })}>
        <Trash2 aria-hidden size={16} />
      </IconButton>
    </div>
  );
}

interface AddProps {
  readonly coin: Coin;
  readonly book: Book;
  readonly onAdded: (address: CryptoAddress) => void;
}

function Add({ coin, book, onAdded }: AddProps) {
  const [text, setText] = useState('');
  const [label, setLabel] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const adding = useSend(addCryptoAddress, {
    onAccepted: (address) => {
      refetchAddresses();
      setText('');
      setLabel('');
      onAdded(address);
    },
    // The reason is shown at the field.
    onRefused: () => true,
  });
  const { refusal } = adding;
  if (book.freshUntil <= serverNow() || refusal?.code === 'SIGN_IN_AGAIN') return <SignInAgain />;
  const edit = (change: () => void) => {
    change();
    setMissing(false);
    adding.reset();
  };
  return (
    <div className="grid gap-3 rounded-md border border-line bg-ink-3 p-3">
      <TextField
        label={texts.newAddress}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={120}
        value={text}
        onChange={(value) => edit(() => setText(value))}
        ref={field}
        error={missing ? texts.missing : (refusal?.text ?? null)}
      />
      <TextField
        label={texts.label}
        autoComplete="off"
        maxLength={MAX_LABEL_LENGTH}
        value={label}
        onChange={(value) => edit(() => setLabel(value))}
        hint={texts.labelHint}
      />
      <Button
        className="justify-self-start"
        busy={adding.phase === 'sent'}
        onClick={() => {
          setMissing(text.trim() === '');
          if (text.trim() === '') field.current?.focus();
          else void adding.run({ coinName: coin, address: text.trim(), label: label.trim() });
        }}
      >
        {texts.save}
      </Button>
    </div>
  );
}

/** A stolen session is not enough to add an address: only a person who can sign in can. */
function SignInAgain() {
  return (
    <div className="grid justify-items-start gap-3 rounded-md border border-warn p-3 text-sm">
      <p>{texts.signInText}</p>
      <a href={SIGN_IN_PATH} className={buttonClass('secondary')}>
        {texts.signIn}
      </a>
    </div>
  );
}

const HOUR_MS = 60 * 60_000;

function isUsable({ usableAt }: Pick<CryptoAddress, 'usableAt'>, now: number): boolean {
  return usableAt <= now;
}

/** The addresses of a network, usable ones first. */
function bookOf(addresses: readonly CryptoAddress[], network: Network, now: number): readonly CryptoAddress[] {
  const own = addresses.filter((each) => each.network === network);
  return [...own.filter((each) => isUsable(each, now)), ...own.filter((each) => !isUsable(each, now))];
}

/** How long a new address is locked, as a sentence. */
function holdText(holdMs: number): string {
  return holdMs === 0 ? texts.usableAtOnce : texts.hold(Math.ceil(holdMs / HOUR_MS));
}

/** The line under an address: its label, or from when it is usable. */
function stateText(address: CryptoAddress, now: number): string {
  return isUsable(address, now) ? address.label : texts.usableFrom(formatDayTime(address.usableAt));
}

function refetchAddresses(): void {
  void refetchAll(listCryptoAddresses);
}

/** The player's withdrawal addresses, refetched when a fact reports a change. */
function useAddresses() {
  useOwnFacts('crypto.address', refetchAddresses);
  return useAsk(listCryptoAddresses, {});
}
