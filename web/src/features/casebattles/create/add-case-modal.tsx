/**
 * 'Add case': the whole catalogue in seven columns, each case with price and stated return, selectable any number of times.
 * Works on a copy of the battle's cases; 'Confirm Selection' applies it. Opened from the create bar.
 */
import { Info, Minus, Plus, Undo2 } from 'lucide-react';
import { memo, useDeferredValue, useEffect, useMemo, useState } from 'react';
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
import { EmptyState, NoAnswer } from '../../../ui/states/states.tsx';
import { namedWith } from '../../../ui/values/named.tsx';
import { CaseArt, tier } from '../case-art.tsx';
import { confirmPicking, pick, undoPick, useDraft } from './draft.ts';
import { priceOf, returnOfAll, returnText } from '../figures.ts';
import { openAddCase } from './open-add-case.ts';
import { casesOf, searchCases, removeCase, addCase } from './picking.ts';
import type { CaseSort } from './picking.ts';
import { useCases } from '../use-battles.ts';
import { texts } from '../texts.ts';

const SORTS = [
  { value: 'highToLow', label: messages.picker.highToLow },
  { value: 'lowToHigh', label: messages.picker.lowToHigh },
  { value: 'bestDrop', label: texts.add.sorts.bestDrop },
  { value: 'bestReturn', label: texts.add.sorts.bestReturn },
  { value: 'name', label: texts.add.sorts.name },
] as const satisfies readonly { value: CaseSort; label: string }[];

export function AddCaseModal() {
  const { data, error, refetch } = useCases();
  if (!data) return <NoAnswer error={error} refetch={refetch} className="h-[560px]" />;
  return <Picker offered={data} />;
}

function Picker({ offered }: { readonly offered: readonly Case[] }) {
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<CaseSort>('highToLow');
  const ids = useDraft(({ picking, caseIds }) => picking?.at(-1) ?? caseIds);
  const wanted = useDeferredValue(search);
  const found = useMemo(() => searchCases(offered, wanted, sort), [offered, wanted, sort]);
  useEffect(() => {
    if (wanted === '') return undefined;
    const timer = setTimeout(() => announce(texts.add.found(found.length)), 500);
    return () => clearTimeout(timer);
  }, [wanted, found.length]);
  return (
    <div className="grid min-h-0 gap-4">
      <div className="flex gap-2">
        <SearchField value={search} onChange={setSearch} label={texts.add.search} className="flex-1" />
        <Select label={texts.add.sort} options={SORTS} value={sort} onChange={setSort} className="w-40 shrink-0" />
      </div>
      {found.length === 0 ? (
        <div className="case-grid-box">
          <EmptyState title={offered.length === 0 ? texts.add.noneOffered : texts.add.noMatch}>
            {offered.length === 0 ? texts.add.noneOfferedText : texts.add.noMatchText}
          </EmptyState>
        </div>
      ) : (
        <ul aria-label={texts.add.list} className="case-grid-box case-grid" tabIndex={0}>
          {found.map((each) => (
            <Tile key={each.id} of={each} count={ids.filter((id) => id === each.id).length} />
          ))}
        </ul>
      )}
      <Foot chosen={casesOf(ids, offered)} />
    </div>
  );
}

/** Pressing the tile adds one; a selected case shows its count, with buttons to add and remove one. */
const Tile = memo(function Tile({ of, count }: { readonly of: Case; readonly count: number }) {
  return (
    <li className={cx('case-tile', count > 0 && 'case-tile-chosen')} style={tier(of.colorHex)}>
      <button
        type="button"
        className="case-tile-face"
        onClick={() => pick((ids) => addCase(ids, of.id))}
        aria-label={texts.add.tile(of.name, formatUsd(centsFromUsd(of.priceUsd)), returnText(of), count)}
      >
        <CaseArt face={of} />
        <span className="w-full truncate text-xs font-semibold">{of.name}</span>
        <Money cents={centsFromUsd(of.priceUsd)} className="text-sm font-black" />
        <span className="text-2xs text-fg-2 tabular-nums">{texts.add.returns(returnText(of))}</span>
      </button>
      <button
        type="button"
        className="case-info"
        aria-label={texts.add.drops(of.name)}
        title={texts.add.dropsTitle}
        onClick={() => openModal('casebattle.case', { of }, { onClose: openAddCase })}
      >
        <Info aria-hidden size={15} />
      </button>
      {count > 0 && (
        <div className="case-stepper">
          <button
            type="button"
            aria-label={texts.add.less(of.name)}
            onClick={() => pick((ids) => removeCase(ids, of.id))}
          >
            <Minus aria-hidden size={14} strokeWidth={3} />
          </button>
          <span className="font-black tabular-nums">{count}</span>
          <button type="button" aria-label={texts.add.more(of.name)} onClick={() => pick((ids) => addCase(ids, of.id))}>
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
          <Figure name={texts.add.balance}>
            <Money cents={centsFromUsd(session.user.balanceUsd)} />
          </Figure>
        )}
        <Figure name={texts.add.selected}>
          <span aria-live="polite">
            {chosen.length}
            <span className="text-sm font-semibold text-fg-2">{texts.add.ofMax(CASEBATTLE_MAX_CASES)}</span>
          </span>
        </Figure>
        <Figure name={texts.add.amount}>
          <Money cents={priceOf(chosen)} className="text-volt" />
        </Figure>
        <Figure name={texts.add.expectedReturn}>{returns === null ? '–' : returnText({ returnBps: returns })}</Figure>
      </dl>
      <div className="flex gap-2 max-sm:w-full">
        <Button variant="quiet" disabled={!canUndo} icon={<Undo2 aria-hidden size={16} />} onClick={undoPick}>
          {texts.add.undo}
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
          {texts.add.confirm}
        </Button>
      </div>
    </div>
  );
}

const Figure = namedWith(undefined, undefined, 'text-lg leading-6 font-black text-fg tabular-nums max-sm:text-base');
