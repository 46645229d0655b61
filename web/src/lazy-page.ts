/** A page's component, loaded when it is first shown. Used by the tables of pages (routes.tsx, games.tsx). */
import { lazy, type ComponentType } from 'react';

/** The component that the module of `load` exports as `name`. */
export function page<M, N extends keyof M>(load: () => Promise<M>, name: N & (M[N] extends ComponentType ? N : never)) {
  return lazy(async () => ({ default: (await load())[name] as ComponentType }));
}
