/** Lines of a description list: a name and its value. */
import type { ReactNode } from 'react';

export interface NamedProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** Makes such a line with these classes: of the line, its name and its value. */
export function namedWith(line: string | undefined, head: string | undefined, value: string | undefined) {
  return function Named({ name, children }: NamedProps) {
    return (
      <div className={line}>
        <dt className={head}>{name}</dt>
        <dd className={value}>{children}</dd>
      </div>
    );
  };
}
