/** Suggestions above the field: emoji for ':fi', names for '@roo'. The field keeps the focus; a press accepts one. */
import { cx } from '../../../ui/layout/cx.ts';
import { EmojiImage } from '../../../emoji-kit/emoji-image.tsx';
import { texts } from '../texts.ts';
import type { SuggestionState } from './use-completion.ts';

export interface SuggestionsProps {
  readonly id: string;
  readonly suggesting: SuggestionState;
  readonly onTake: (option: string) => void;
}

export function Suggestions({ id, suggesting, onTake }: SuggestionsProps) {
  const { completion, chosen, choose } = suggesting;
  if (!completion) return null;
  return (
    <ul id={id} role="listbox" aria-label={texts.completions} className="chat-pop p-1.5">
      {completion.options.map((option, at) => (
        <li
          key={option}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === chosen}
          onPointerMove={() => choose(at)}
          // before the field loses the focus
          onPointerDown={(event) => {
            event.preventDefault();
            onTake(option);
          }}
          className={cx('chat-suggestion', at === chosen && 'bg-ink-4 text-fg')}
        >
          {completion.kind === 'emoji' ? (
            <>
              <EmojiImage code={option} />
              <span>:{option}:</span>
            </>
          ) : (
            <bdi className="truncate">@{option}</bdi>
          )}
        </li>
      ))}
    </ul>
  );
}
