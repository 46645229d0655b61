/** The 49 emoji in a grid of 7 by 7: arrows move, Enter picks, letters search, Esc closes. Opened by the composer. */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { cx } from '../../../ui/layout/cx.ts';
import { findEmoji } from '../../../emoji-kit/codes.ts';
import { EmojiImage } from '../../../emoji-kit/emoji-image.tsx';
import { texts } from '../texts.ts';

export interface EmojiPickerProps {
  readonly id: string;
  readonly onPick: (code: string) => void;
  readonly onClose: () => void;
}

const COLUMNS = 7;
/** On touch screens a focused field would open the keyboard over the grid. */
const HAS_KEYBOARD = matchMedia('(pointer: fine)').matches;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS };

export function EmojiPicker({ id, onPick, onClose }: EmojiPickerProps) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const found = findEmoji(typed.trim());
  const chosen = found[Math.min(at, found.length - 1)];
  const optionId = (code: string): string => `${id}-${code}`;

  useEffect(() => {
    const outside = (event: PointerEvent): void => {
      const { target } = event;
      if (!(target instanceof Element) || box.current?.contains(target) || target.closest('[data-emoji-toggle]'))
        return;
      onClose();
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [onClose]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    if (step !== undefined && !(typed !== '' && Math.abs(step) === 1)) {
      event.preventDefault();
      setAt((now) => Math.max(0, Math.min(found.length - 1, Math.min(now, found.length - 1) + step)));
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      onPick(chosen.code);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation(); // Esc closes only the top layer
      onClose();
    }
  };

  return (
    <div ref={box} id={id} className="chat-pop" onKeyDown={onKeyDown}>
      <input
        type="text"
        autoFocus={HAS_KEYBOARD}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen && optionId(chosen.code)}
        aria-label={texts.emojiSearch}
        placeholder={texts.emojiSearch}
        autoComplete="off"
        spellCheck={false}
        maxLength={24}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        className="chat-search"
      />
      <div id={`${id}-list`} role="listbox" aria-label={texts.emoji} className="chat-emoji-grid">
        {found.map(({ code, says }) => (
          <button
            key={code}
            id={optionId(code)}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={code === chosen?.code}
            aria-label={`${code}, ${says}`}
            title={`:${code}:`}
            onClick={() => onPick(code)}
            onPointerMove={() => setAt(found.findIndex((one) => one.code === code))}
            className={cx('chat-emoji-cell', code === chosen?.code && 'chat-emoji-cell-chosen')}
          >
            <EmojiImage code={code} />
          </button>
        ))}
      </div>
      <p aria-live="polite" className="h-5 truncate px-1 text-xs text-fg-2">
        {chosen ? `:${chosen.code}: ${chosen.says}` : texts.emojiNone}
      </p>
    </div>
  );
}
