/** /faq: five chapters with a table of contents; each chapter has its own anchor. */
import { ChevronDown } from 'lucide-react';
import { useSettings } from '../../platform/page/settings.ts';
import { PageHead } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import type { FaqChapter, FaqQuestion } from './parts.tsx';
import { chaptersOf } from './questions.ts';
import { texts } from './texts.ts';

/** `ofGames`: how each game works, from the games' features. */
export function FaqPage({ ofGames }: { readonly ofGames: readonly FaqQuestion[] }) {
  const chapters = chaptersOf(useSettings(), ofGames);
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <nav aria-label={texts.chapters} className="mb-6 flex flex-wrap gap-2">
        {chapters.map(({ id, title }) => (
          <a
            key={id}
            href={`#${id}`}
            className={
              'inline-flex min-h-(--control) items-center rounded-full border border-line px-4 text-sm ' +
              'font-semibold text-fg-2 transition-colors hover:border-line-strong hover:text-fg'
            }
          >
            {title}
          </a>
        ))}
      </nav>
      <div className="grid gap-4">
        {chapters.map((chapter) => (
          <ChapterPanel key={chapter.id} chapter={chapter} />
        ))}
      </div>
    </>
  );
}

function ChapterPanel({ chapter }: { readonly chapter: FaqChapter }) {
  return (
    <Panel id={chapter.id} title={chapter.title} flush>
      <div className="divide-y divide-line">
        {chapter.questions.map(({ ask, answer }, i) => (
          <details key={ask} open={i === 0} className="group">
            <summary
              className={
                'flex min-h-13 list-none items-center justify-between gap-4 px-4 py-3 font-semibold ' +
                'transition-colors hover:bg-ink-3 lg:px-6 [&::-webkit-details-marker]:hidden'
              }
            >
              {ask}
              <ChevronDown
                aria-hidden
                size={18}
                className="shrink-0 text-fg-3 transition-transform group-open:rotate-180"
              />
            </summary>
            <p className="max-w-[72ch] px-4 pb-4 text-fg-2 lg:px-6">{answer}</p>
          </details>
        ))}
      </div>
    </Panel>
  );
}
