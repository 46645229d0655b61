/** The heading of a battle's page, and the page of a battle that does not exist. */
import { SearchX } from 'lucide-react';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { texts } from './texts.ts';

export function BattleHeading({ children }: { readonly children: string }) {
  return (
    <h1
      tabIndex={-1}
      className="text-h1 font-black tracking-[-0.02em] whitespace-nowrap max-md:text-xl max-[359px]:text-lg"
    >
      {children}
    </h1>
  );
}

export function NoBattle() {
  return (
    <>
      <BattleHeading>{texts.battle.one}</BattleHeading>
      <EmptyState
        icon={<SearchX aria-hidden size={36} strokeWidth={1.5} />}
        title={texts.battle.notFound}
        action={<ButtonLink to="/casebattles">{texts.battle.all}</ButtonLink>}
      >
        {texts.battle.notFoundText}
      </EmptyState>
    </>
  );
}
