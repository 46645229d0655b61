/** The width of an element, where a container query does not help: heights that a virtual list needs in advance. */
import { useCallback, useState } from 'react';

/** Attach `ref` to the element. `width` is that of its content box in px; infinite until measured before the first paint. */
export function useWidth() {
  const [width, setWidth] = useState(Infinity);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const measure = (): void => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
