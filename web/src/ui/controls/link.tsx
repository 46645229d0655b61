/**
 * A link to a page of this site. Every link of the client is one of these or an `<a>` that leaves the client.
 *
 * Instead of the router's own, which includes two kilobytes of prefetching for framework routes that nothing here uses.
 */
import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler, type To } from 'react-router';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: To;
  /** Replaces the current page in the history. */
  readonly replace?: boolean;
  /** Of the history entry that it makes. */
  readonly state?: object;
}

export function Link({ to, replace = false, state, onClick, target, ...rest }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    replace,
    state,
    ...(target !== undefined && { target }),
  });
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) follow(event);
  };
  return <a {...rest} href={href} target={target} onClick={click} />;
}
