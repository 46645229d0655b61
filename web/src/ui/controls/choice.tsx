/** A choice of a few options: radio buttons drawn as one bar. */
import { useId } from 'react';
import { cx } from '../layout/cx.ts';
import type { Option } from './fields.tsx';

export interface ChoiceProps<T extends string> {
  readonly legend: string;
  readonly options: readonly Option<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

export function Choice<T extends string>({ legend, options, value, onChange }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm text-fg-2">{legend}</legend>
      <div className="flex rounded-md border border-line-strong bg-ink-1 p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              'relative grid min-h-(--control) flex-1 cursor-pointer place-items-center rounded-sm px-2 text-sm',
              'font-semibold has-focus-visible:outline-2 has-focus-visible:outline-volt',
              option.value === value ? 'bg-ink-4 text-fg' : 'text-fg-2 hover:text-fg',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span className={cx('border-b-2', option.value === value ? 'border-volt' : 'border-transparent')}>
              {option.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
