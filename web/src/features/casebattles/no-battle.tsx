/** The heading of a battle's page, and what stands there when there is no such battle. */
import { SearchX } from 'lucide-react';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/states/states.tsx';

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
      <BattleHeading>Case battle</BattleHeading>
      <EmptyState
        icon={<SearchX aria-hidden size={36} strokeWidth={1.5} />}
        title="There is no such battle"
        action={<ButtonLink to="/casebattles">All battles</ButtonLink>}
      >
        Its link may be cut off. Finished battles stay in the history for good.
      </EmptyState>
    </>
  );
}
