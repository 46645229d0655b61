/** 'Battle fairness': the inputs of this battle's randomness, to copy, and a link to the page that recomputes it. */
import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { fairplayLink } from '../../../games-kit/fairplay-link.ts';
import { Loaded } from '../../../games-kit/page-parts.tsx';
import { RoundSeal } from '../../../games-kit/proof.tsx';
import { useSettings } from '../../../platform/page/settings.ts';
import { ButtonLink } from '../../../ui/controls/button.tsx';
import { CopyText } from '../../../ui/controls/copy-text.tsx';
import { ScriptedNote } from '../../../ui/states/scripted-mark.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import { namedWith } from '../../../ui/values/named.tsx';
import { useBattle } from '../use-battles.ts';
import { useStage } from '../use-stage.ts';
import { texts } from './texts.ts';
import type { CasebattleDetails } from '@fairpot/contract/casebattle/schemas';

export function FairnessModal({ gameId }: { readonly gameId: string }) {
  return (
    <Loaded answer={useBattle(gameId)} loading={<Skeleton className="h-72" />}>
      {(battle) => <Fairness battle={battle} />}
    </Loaded>
  );
}

/** The text shown instead of a block. */
function blockText({ scripted, startedAt }: CasebattleDetails): string {
  if (scripted) return texts.fairness.noBlockScripted;
  return startedAt === null ? texts.fairness.noBlockYet : texts.fairness.noBlock;
}

function Fairness({ battle }: { readonly battle: CasebattleDetails }) {
  const { shown, stage } = useStage(battle);
  const simulated = useSettings()?.beacon.simulated === true;
  return (
    <div className="grid gap-4">
      {battle.scripted ? (
        <ScriptedNote />
      ) : (
        <p className="text-sm text-fg-2">
          {simulated
            ? texts.fairness.inputs(texts.fairness.beacon, texts.fairness.simulated)
            : texts.fairness.inputs(texts.fairness.drand, texts.fairness.real)}
        </p>
      )}
      <dl className="grid gap-3 text-sm">
        <Row name={texts.fairness.id}>
          <CopyText text={battle.id} label={texts.fairness.id} />
        </Row>
        <Row name={texts.fairness.blockNumber}>
          {battle.fairBlock === null ? (
            <EmptyValue>{blockText(battle)}</EmptyValue>
          ) : (
            <CopyText text={String(battle.fairBlock)} label={texts.fairness.blockNumber} />
          )}
        </Row>
        <Row name={texts.fairness.blockId}>
          {battle.fairSeed === null ? (
            <EmptyValue>{blockText(battle)}</EmptyValue>
          ) : (
            <CopyText text={battle.fairSeed} label={texts.fairness.blockId} />
          )}
        </Row>
        <Row name={texts.fairness.hash}>
          <CopyText text={battle.hash} label={texts.fairness.hash} />
        </Row>
      </dl>
      {!battle.scripted && <p className="text-xs text-fg-2">{texts.fairness.block}</p>}
      {!battle.scripted && <RoundSeal roundId={battle.id} revealed={stage === 'over'} />}
      <ButtonLink
        variant="primary"
        size="lg"
        to={fairplayLink({ game: 'casebattle', hash: battle.hash, secret: shown.secret })}
        icon={<ShieldCheck aria-hidden size={18} />}
      >
        {texts.fairness.page}
      </ButtonLink>
    </div>
  );
}

const Row = namedWith('grid gap-1', 'font-semibold', 'min-w-0');

function EmptyValue({ children }: { readonly children: ReactNode }) {
  return (
    <span
      className={
        'flex min-h-[calc(var(--control)+2px)] items-center rounded-md border border-dashed border-line-strong px-3 ' +
        'text-xs text-fg-2'
      }
    >
      {children}
    </span>
  );
}
