/**
 * 'Add case': the whole catalogue in seven columns, each case with its price and stated return, chosen as often as wanted.
 * Works on a copy of the battle's cases; 'Confirm Selection' keeps it. Opened from the create bar.
 */
import { Info, Minus, Plus, Undo2 } from 'lucide-react';
import { memo, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Case } from '@fairpot/contract/casebattle/cases/schemas';
import { CASEBATTLE_MAX_CASES } from '@fairpot/contract/casebattle/calls';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { messages } from '../../../messages.ts';
import { announce } from '../../../platform/page/announcer.ts';
import { closeModal, openModal } from '../../../platform/page/modal.ts';
import { useSession } from '../../../platform/page/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { SearchField, Select } from '../../../ui/controls/fields.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states/states.tsx';
import { CaseArt, tier } from '../case-art.tsx';
import { confirmPicking, pick, undoPick, useDraft } from './draft.ts';
import { priceOf, returnOfAll, returnText } from '../figures.ts';
import { openAddCase } from '../modals.ts';
import { casesOf, foundCases, withOneLess, withOneMore } from './picking.ts';
import type { CaseSort } from './picking.ts';
import { useCases } from '../use-battles.ts';

const SORTS = [
  { value: 'highToLow', label: messages.picker.highToLow },
  { value: 'lowToHigh', label: messages.picker.lowToHigh },
] as const satisfies readonly { value: CaseSort; label: string }[];

export function AddCaseModal() {
  const { data, error, refetch } = useCases();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <Picker offered={data} /> : <Skeleton className="h-[560px]" />;
}

function Picker({ offered }: { readonly offered: readonly Case[] }) {
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<CaseSort>('highToLow');
  const ids = useDraft(({ picking, caseIds }) => picking?.at(-1) ?? caseIds);
  const wanted = useDeferredValue(search);
  const found = useMemo(() => foundCases(offered, wanted, sort), [offered, wanted, sort]);
  useEffect(() => {
    if (wanted === '') return undefined;
    const timer = setTimeout(() => announce(`${found.length} cases`), 500);
    return () => clearTimeout(timer);
  }, [wanted, found.length]);
  return (
    <div className="grid min-h-0 gap-4">
      <div className="flex gap-2">
        <SearchField value={search} onChange={setSearch} label="Search cases and drops" className="flex-1" />
        <Select label="Sort" options={SORTS} value={sort} onChange={setSort} className="w-36 shrink-0" />
      </div>
      {found.length === 0 ? (
        <div className="case-grid-box">
          <EmptyState title={offered.length === 0 ? 'No cases are offered right now' : 'No case has this name'}>
            {offered.length === 0 ? 'Please look again in a minute.' : 'Names of drops are searched too.'}
          </EmptyState>
        </div>
      ) : (
        <ul aria-label="Cases" className="case-grid-box case-grid" tabIndex={0}>
          {found.map((each) => (
            <Tile key={each.id} of={each} count={ids.filter((id) => id === each.id).length} />
          ))}
        </ul>
      )}
      <Foot chosen={casesOf(ids, offered)} />
    </div>
  );
}

/** Pressing the tile adds one; what is chosen shows its count and can be taken back one by one. */
const Tile = memo(function Tile({ of, count }: { readonly of: Case; readonly count: number }) {
  return (
    <li className={cx('case-tile', count > 0 && 'case-tile-chosen')} style={tier(of.colorHex)}>
      <button
        type="button"
        className="case-tile-face"
        onClick={() => pick((ids) => withOneMore(ids, of.id))}
        aria-label={
          `Add ${of.name}, ${formatUsd(centsFromUsd(of.priceUsd))}, returns ${returnText(of)} ` +
          `on average${count > 0 ? `, ${count} chosen` : ''}`
        }
      >
        <CaseArt face={of} />
        <span className="w-full truncate text-xs font-semibold">{of.name}</span>
        <Money cents={centsFromUsd(of.priceUsd)} className="text-sm font-black" />
        <span className="text-2xs text-fg-2 tabular-nums">returns {returnText(of)}</span>
      </button>
      <button
        type="button"
        className="case-info"
        aria-label={`Drops of ${of.name}`}
        title="Drops and chances"
        onClick={() => openModal('casebattle.case', { of }, { onClose: openAddCase })}
      >
        <Info aria-hidden size={15} />
      </button>
      {count > 0 && (
        <div className="case-stepper">
          <button
            type="button"
            aria-label={`One ${of.name} less`}
            onClick={() => pick((ids) => withOneLess(ids, of.id))}
          >
            <Minus aria-hidden size={14} strokeWidth={3} />
          </button>
          <span className="font-black tabular-nums">{count}</span>
          <button
            type="button"
            aria-label={`One ${of.name} more`}
            onClick={() => pick((ids) => withOneMore(ids, of.id))}
          >
            <Plus aria-hidden size={14} strokeWidth={3} />
          </button>
        </div>
      )}
    </li>
  );
});

function Foot({ chosen }: { readonly chosen: readonly Case[] }) {
  const session = useSession();
  const canUndo = useDraft(({ picking }) => (picking?.length ?? 0) > 1);
  const returns = returnOfAll(chosen);
  return (
    <div
      className={
        'sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line bg-ink-2 ' +
        'px-6 py-4 max-sm:-bottom-4 max-sm:-mx-4 max-sm:-mb-4 max-sm:px-4 max-sm:py-3'
      }
    >
      <dl
        className={
          'flex flex-1 flex-wrap justify-between gap-x-6 gap-y-1 text-xs text-fg-2 ' + 'max-sm:gap-x-3 sm:justify-start'
        }
      >
        {session.status === 'in' && (
          <Figure name="Balance">
            <Money cents={centsFromUsd(session.user.balanceUsd)} />
          </Figure>
        )}
        <Figure name="Selected">
          <span aria-live="polite">
            {chosen.length}
            <span className="text-sm font-semibold text-fg-2"> of {CASEBATTLE_MAX_CASES}</span>
          </span>
        </Figure>
        <Figure name="Amount">
          <Money cents={priceOf(chosen)} className="text-volt" />
        </Figure>
        <Figure name="Expected return">{returns === null ? '–' : returnText({ returnBps: returns })}</Figure>
      </dl>
      <div className="flex gap-2 max-sm:w-full">
        <Button variant="quiet" disabled={!canUndo} icon={<Undo2 aria-hidden size={16} />} onClick={undoPick}>
          Undo
        </Button>
        <Button
          variant="primary"
          size="lg"
          className="max-sm:flex-1"
          onClick={() => {
            confirmPicking();
            closeModal();
          }}
        >
          Confirm Selection
        </Button>
      </div>
    </div>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="text-lg leading-6 font-black text-fg tabular-nums max-sm:text-base">{children}</dd>
    </div>
  );
}
