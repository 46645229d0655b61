/** Content that can fail: it throws, or its code cannot be loaded. It is tried again on request, and when the connection is back. */
import { Component, createElement, lazy, type ComponentType, type ReactNode } from 'react';
import { onReturn } from '../../platform/live/live.ts';
import { ErrorState } from './states.tsx';

/** Parts whose code could not be loaded. React keeps a failure, so each gets a new component. */
const renewals = new Set<() => void>();

function renewFailed(): void {
  for (const renew of renewals) renew();
  renewals.clear();
}
onReturn(renewFailed);

export type ShowFailure = (error: unknown, retry: () => void) => ReactNode;

interface BoundaryProps {
  readonly failed: ShowFailure;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly failure: { readonly error: unknown } | null;
}

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: null };
  #stop = (): void => undefined;

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failure: { error } };
  }

  readonly #retry = (): void => {
    if (this.state.failure === null) return;
    renewFailed();
    this.setState({ failure: null });
  };

  override componentDidMount(): void {
    this.#stop = onReturn(this.#retry);
  }

  override componentWillUnmount(): void {
    this.#stop();
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? this.props.failed(failure.error, this.#retry) : this.props.children;
  }
}

/** A component that is loaded when it is first shown, and again after a failure; render it in a `Boundary`. */
export function loadable<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const begin = (): ComponentType<P> =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        renewals.add(() => (Part = begin()));
        throw error;
      }
    });
  let Part = begin();
  return (props) => createElement(Part, props);
}

const showError: ShowFailure = (error, retry) => <ErrorState error={error} onRetry={retry} />;

/** For a part that is not missed: left out until the connection is back. */
export const leaveOut: ShowFailure = () => null;

/** A part of a page that is loaded when it is first shown. Its failure is shown in its place. */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  failed: ShowFailure = showError,
): ComponentType<P> {
  const Part = loadable(load);
  return (props) => (
    <Boundary failed={failed}>
      <Part {...props} />
    </Boundary>
  );
}
