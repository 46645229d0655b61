/** The rows of the history. Only those in sight are rendered; the next page loads near the end, or on a click. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import type { Movement } from '@fairpot/contract/profile/schemas';
import { openModal, registerModal } from '../../../platform/page/modal.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { KIND_LABELS, linkOf, movementText } from './history-model.ts';
import { texts } from './texts.ts';
import { formatDateTime, formatExactTime } from '../../../platform/page/time.ts';

declare module '../../../platform/page/modal.ts' {
  interface ModalViews {
    /** The transaction of a movement without a page. */
    'profile.movement': { readonly movement: Movement };
  }
}

/** The window of one movement. */
registerModal('profile.movement', {
  title: texts.window.title,
  load: () => import('./movement-modal.tsx').then((module) => module.MovementModal),
});

const LINK_CLASS = 'inline-flex min-h-6 items-center text-sm font-semibold underline';
const ROW_PX = 72;
const OVERSCAN = 6;
/** The next page is requested this many rows before the end. */
const NEAR_THE_END = 10;

export interface MovementRowsProps {
  readonly movements: readonly Movement[];
  readonly more: boolean;
  readonly busy: boolean;
  readonly onMore: () => void;
}

export function MovementRows({ movements, more, busy, onMore }: MovementRowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: movements.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    useFlushSync: false,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const scrolled = (rows.scrollOffset ?? 0) > 0;
  useEffect(() => {
    if (more && !busy && scrolled && last >= movements.length - NEAR_THE_END) onMore();
  }, [more, busy, scrolled, last, movements.length, onMore]);
  return (
    <>
      <div
        ref={box}
        tabIndex={0}
        className="relative max-h-[70vh] overflow-y-auto"
        style={{ height: movements.length * ROW_PX }}
      >
        <ul aria-label={texts.title} className="relative" style={{ height: rows.getTotalSize() }}>
          {shown.map(({ index, start }) => {
            const movement = movements[index];
            return movement === undefined ? null : (
              <li
                key={movement.id}
                aria-setsize={more ? -1 : movements.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0 border-b border-line"
                style={{ height: ROW_PX, transform: `translateY(${start}px)` }}
              >
                <Row movement={movement} />
              </li>
            );
          })}
        </ul>
      </div>
      {more && (
        <div className="grid justify-center border-t border-line p-3">
          <Button busy={busy} onClick={onMore}>
            {texts.older}
          </Button>
        </div>
      )}
    </>
  );
}

function Row({ movement }: { readonly movement: Movement }) {
  const { at, code, kind, balance, held, item } = movement;
  const when = new Date(at);
  const link = linkOf(movement);
  const about = `${movementText(code)}, ${formatExactTime(at)}`;
  return (
    <div className="flex h-full items-center gap-3 px-4 text-sm lg:px-6">
      <div className="min-w-0 flex-1">
        <p className="truncate font-bold" title={movementText(code)}>
          {movementText(code)}
        </p>
        <p className="truncate text-xs text-fg-2">
          <time dateTime={when.toISOString()} className="tabular-nums">
            {formatDateTime(at)}
          </time>
          <span className="max-sm:hidden"> · {KIND_LABELS[kind]}</span>
          {item !== null && ` · ${[item.item.name, item.item.itemName].filter(Boolean).join(' | ')}`}
        </p>
      </div>
      <div className="text-right text-xs text-fg-2">
        {balance !== null && <Change change={balance.changeUsd} after={balance.afterUsd} name={texts.balance} />}
        {held !== null && (
          <Change change={held.changeUsd} after={held.afterUsd} name={texts.held} small={balance !== null} />
        )}
        {item !== null && (
          <>
            <p className="text-sm font-bold text-fg">{texts.itemWays[item.way]}</p>
            {item.ownedAfter !== null && (
              <p className="tabular-nums">{texts.itemsAfter(item.ownedAfter.toLocaleString('en-US'))}</p>
            )}
          </>
        )}
      </div>
      <span className="w-14 text-right">
        {link === null ? (
          <button
            type="button"
            className={LINK_CLASS}
            aria-label={texts.detailsOf(about)}
            onClick={() => openModal('profile.movement', { movement })}
          >
            {texts.details}
          </button>
        ) : (
          <Link to={link.to} className={LINK_CLASS} aria-label={`${link.text}: ${about}`}>
            {link.text}
          </Link>
        )}
      </span>
    </div>
  );
}

interface ChangeProps {
  readonly change: number;
  readonly after: number;
  readonly name: string;
  /** One line, for a change beside one of the balance. */
  readonly small?: boolean;
}

function Change({ change, after, name, small = false }: ChangeProps) {
  return (
    <p className={small ? 'max-sm:hidden' : undefined}>
      <Money cents={centsFromUsd(change)} signed className={small ? 'font-semibold' : 'block text-sm font-bold'} />{' '}
      <span>
        {name} <Money cents={centsFromUsd(after)} />
      </span>
    </p>
  );
}
