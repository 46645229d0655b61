/** The width of an element, for what a container query cannot say: heights that a virtual list has to know beforehand. */
import { useCallback, useState } from 'react';

/** Give `ref` to the element. `width`: of its content box in px; infinite until it is measured, before the first paint. */
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
