/** A page's component, loaded when it is first shown. Used by the tables of pages (routes.tsx, games.tsx). */
import { createElement, useState, type ComponentType } from 'react';
import { loadable } from './ui/states/boundary.tsx';

export interface PageView {
  (): ReturnType<typeof createElement>;
  /** Loads the page's code. A page that is loaded renders without waiting. */
  readonly preload: () => Promise<unknown>;
}

/** Names of a module's components. */
export type ComponentName<M> = { [N in keyof M]: M[N] extends ComponentType ? N : never }[keyof M];

/** The component that the module of `load` exports as `name`. */
export function page<M>(load: () => Promise<M>, name: ComponentName<M>) {
  return pageOf(async () => (await load())[name] as ComponentType);
}

/** The component that `load` resolves to. */
export function pageOf(load: () => Promise<ComponentType>): PageView {
  let loaded: ComponentType | null = null;
  const preload = async () => (loaded = await load());
  const Later = loadable(preload);
  function View() {
    const [Shown] = useState<ComponentType>(() => loaded ?? Later);
    return createElement(Shown);
  }
  return Object.assign(View, { preload });
}
