/** Creates a battle: its cases in order, its size, price and return of a seat, and the button. Used by the list page. */
import { Plus, Swords, X } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { Case } from '@fairpot/contract/casebattle/cases/schemas';
import type { BattleType } from '@fairpot/contract/casebattle/schemas';
import { CASEBATTLE_MAX_CASES, createCasebattle } from '@fairpot/contract/casebattle/calls';
import { centsFromUsd, formatUsd, usd } from '@fairpot/contract/wire/money';
import { DemoItems } from '../../../games-kit/demo-items.tsx';
import { messages } from '../../../messages.ts';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { refreshUser, signIn, useSession } from '../../../platform/page/session.ts';
import { useNoPlay } from '../../../platform/page/scripted.ts';
import { useStop } from '../../../platform/page/protection.ts';
import { usePaused, useSettings } from '../../../platform/page/settings.ts';
import { playCue } from '../../../platform/page/sound.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { listCases } from '@fairpot/contract/casebattle/cases/calls';
import { Button } from '../../../ui/controls/button.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { Switch } from '../../../ui/controls/fields.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { openModal } from '../../../platform/page/modal.ts';
import { openAddCase } from './open-add-case.ts';
import { CaseArt, tier } from '../case-art.tsx';
import { setCases, useDraft } from './draft.ts';
import { cannotAfford, priceOf, returnOfAll, returnText } from '../figures.ts';
import { casesOf, runsOf } from './picking.ts';
import { BATTLE_TYPES, typeDescription, typeText } from '../seats.ts';
import { useCases } from '../use-battles.ts';
import { texts } from '../texts.ts';

export function CreateBar() {
  const { data } = useCases();
  const { caseIds, type, mode } = useDraft();
  const inverse = useSettings()?.casebattle.modes.includes('INVERSE') ?? false;
  const chosen = casesOf(caseIds, data ?? []);
  return (
    <section
      aria-label={texts.create.label}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-xl border border-line bg-ink-2 p-4 lg:p-5"
    >
      <ChosenCases chosen={chosen} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3 max-md:w-full">
          <SizeChoice value={type} />
          {inverse && (
            <Switch
              label={texts.battle.inverse}
              hint={texts.create.inverseHint}
              checked={mode === 'INVERSE'}
              onChange={(on) => useDraft.setState({ mode: on ? 'INVERSE' : 'NORMAL' })}
            />
          )}
        </div>
        <CreateAction chosen={chosen} gone={data ? caseIds.length - chosen.length : 0} />
      </div>
    </section>
  );
}

/** The selected cases in order of opening, and the tile that opens 'Add case'. */
function ChosenCases({ chosen }: { readonly chosen: readonly Case[] }) {
  return (
    <ul aria-label={texts.create.cases} className="chosen-cases">
      <li>
        <button type="button" className="add-case" onClick={openAddCase}>
          <Plus aria-hidden size={22} />
          {texts.create.addCase}
        </button>
      </li>
      {runsOf(chosen).map(({ face, count, from }) => (
        <li key={from} className="chosen-case" style={tier(face.colorHex)}>
          <button
            type="button"
            className="grid w-full justify-items-center gap-0.5 rounded-md pt-1 pb-2"
            aria-label={texts.create.drops(count, face.name, formatUsd(centsFromUsd(face.priceUsd)))}
            onClick={() => openModal('casebattle.case', { of: face })}
          >
            <CaseArt face={face} className="w-24" />
            <span className="w-full truncate px-2 text-center text-2xs font-semibold">{face.name}</span>
            <Money cents={centsFromUsd(face.priceUsd)} className="text-xs font-bold" />
          </button>
          {count > 1 && (
            <span aria-hidden className="case-count">
              {count}
            </span>
          )}
          <button
            type="button"
            className="chosen-remove"
            aria-label={texts.create.remove(face.name)}
            onClick={() => setCases(chosen.toSpliced(from, count).map(({ id }) => id))}
          >
            <X aria-hidden size={14} strokeWidth={3} />
          </button>
        </li>
      ))}
      {chosen.length === 0 && (
        <li className="grid max-w-[46ch] flex-1 content-center text-sm text-fg-2">
          {texts.create.hint(CASEBATTLE_MAX_CASES)}
        </li>
      )}
    </ul>
  );
}

function SizeChoice({ value }: { readonly value: BattleType }) {
  return (
    <fieldset className="min-w-0 max-md:w-full">
      <legend className="visually-hidden">{texts.create.size}</legend>
      <div className="size-choice">
        {BATTLE_TYPES.map((type) => (
          <label
            key={type}
            className={cx('size-option', type === value && 'size-chosen')}
            title={typeDescription(type)}
          >
            <input
              type="radio"
              name="battle-type"
              className="visually-hidden"
              checked={type === value}
              onChange={() => useDraft.setState({ type })}
            />
            {typeText(type)}
            <span className="visually-hidden">, {typeDescription(type)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Price, return and the button. The call carries the price, so that a changed case is refused instead of charged. */
function CreateAction({ chosen, gone }: { readonly chosen: readonly Case[]; readonly gone: number }) {
  const session = useSession();
  const navigate = useNavigate();
  const { type, mode } = useDraft();
  const price = priceOf(chosen);
  const returns = returnOfAll(chosen);
  const creating = useSend(createCasebattle, {
    onAccepted: ({ gameId }) => {
      playCue('bet');
      void refreshUser();
      void navigate(`/casebattles/${gameId}`);
    },
    onRefused: ({ code }) => {
      if (code === 'NO_CASE' || code === 'PRICE_CHANGED') void refetchAll(listCases);
    },
  });
  const stop = useStop('stake', price);
  const paused = usePaused('casebattle');
  const noPlay = useNoPlay() ?? (paused ? messages.say.gamePaused : (stop?.text ?? null));
  const poor = session.status === 'in' && cannotAfford(session.user.balanceUsd, price);
  return (
    <div className="flex flex-1 flex-wrap items-center justify-end gap-x-6 gap-y-2 max-md:justify-between">
      <p className="text-right text-xs text-fg-2 tabular-nums max-md:text-left">
        {returns === null ? (
          texts.create.none
        ) : (
          <>{texts.create.returns(chosen.length, returnText({ returnBps: returns }))}</>
        )}
        {gone > 0 && (
          <span role="status" className="block font-semibold text-warn">
            {texts.create.gone(gone)}
          </span>
        )}
        {(noPlay !== null || poor || creating.refusal) && (
          <span role="status" className="block font-semibold text-bad">
            {noPlay ?? creating.refusal?.text ?? messages.say.notEnoughBalance}
            {noPlay === null && poor && (
              <Link to="/deposit" className="ml-2 text-fg underline">
                {messages.nav.deposit}
              </Link>
            )}
          </span>
        )}
      </p>
      {poor && noPlay === null && <DemoItems />}
      {session.status === 'out' ? (
        <Button variant="primary" size="lg" onClick={signIn}>
          {messages.login}
        </Button>
      ) : (
        <Button
          variant="primary"
          size="lg"
          className="max-md:flex-1"
          icon={<Swords aria-hidden size={18} />}
          busy={creating.phase === 'sent'}
          disabled={noPlay !== null || poor || session.status !== 'in'}
          onClick={() => {
            if (chosen.length === 0) openAddCase();
            else void creating.run({ caseIds: chosen.map(({ id }) => id), type, mode, priceUsd: usd(price) });
          }}
        >
          {stop?.short ?? texts.create.button} {price > 0 && <Money cents={price} />}
        </Button>
      )}
    </div>
  );
}
