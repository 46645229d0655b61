/** 'Battle fairness': what this battle's chance comes from, to copy, and the way to the page that recomputes it. */
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
import '../modals.ts';
import { useBattle } from '../use-battles.ts';
import { useStage } from '../use-stage.ts';
import type { CasebattleDetails } from '@fairpot/contract/casebattle/schemas';

export function FairnessModal({ gameId }: { readonly gameId: string }) {
  return (
    <Loaded answer={useBattle(gameId)} loading={<Skeleton className="h-72" />}>
      {(battle) => <Fairness battle={battle} />}
    </Loaded>
  );
}

const REAL = 'Nobody can know that round before it is out, Fairpot included, and nothing is chosen after it.';
const SIMULATED =
  'In this demo the site plays the beacon itself and could know it early; with the real one nobody can. Nothing ' +
  'is chosen after it.';

/** What stands in place of a block. */
function blockText({ scripted, startedAt }: CasebattleDetails): string {
  if (scripted) return 'None: nothing is drawn';
  return startedAt === null ? 'Noted when the last seat is taken' : 'No block: no two EOS nodes told one at the lock';
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
          Every drop comes from three things at once: a secret whose hash stood before the first seat was taken, the
          lock record of seats and cases, and a {simulated ? 'beacon' : 'drand'} round that the lock named before it
          existed. {simulated ? SIMULATED : REAL}
        </p>
      )}
      <dl className="grid gap-3 text-sm">
        <Row name="Battle ID">
          <CopyText text={battle.id} label="Battle ID" />
        </Row>
        <Row name="EOS block number">
          {battle.fairBlock === null ? (
            <Open>{blockText(battle)}</Open>
          ) : (
            <CopyText text={String(battle.fairBlock)} label="EOS block number" />
          )}
        </Row>
        <Row name="EOS block ID">
          {battle.fairSeed === null ? (
            <Open>{blockText(battle)}</Open>
          ) : (
            <CopyText text={battle.fairSeed} label="EOS block ID" />
          )}
        </Row>
        <Row name="Hash">
          <CopyText text={battle.hash} label="Hash" />
        </Row>
      </dl>
      {!battle.scripted && (
        <p className="text-xs text-fg-2">
          The block is the newest one that EOS could not take back when the last seat was taken. It shows that the lock
          was not written before that block. No result rests on it: without a block the battle starts all the same.
        </p>
      )}
      {!battle.scripted && <RoundSeal roundId={battle.id} revealed={stage === 'told'} />}
      <ButtonLink
        variant="primary"
        size="lg"
        to={fairplayLink({ game: 'casebattle', hash: battle.hash, secret: shown.secret })}
        icon={<ShieldCheck aria-hidden size={18} />}
      >
        Provably Fair page
      </ButtonLink>
    </div>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <dt className="font-semibold">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function Open({ children }: { readonly children: ReactNode }) {
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
