/**
 * Places a silhouette in the item box: tilted, as large as the margin allows, centred. Extents are taken from the control points of
 * the paths, which a curve never leaves, so nothing is ever cut off.
 */
import { BOX, num } from '../shapes/path.ts';
import type { Silhouette } from '../shapes/shape.ts';

type Point = readonly [x: number, y: number];

/** Number of values of each absolute path command; arcs and ovals are handled separately. */
const ARGUMENTS: Readonly<Record<string, number>> = { M: 2, L: 2, Q: 4, C: 6, S: 4, H: 1, V: 1, A: 7, a: 7, Z: 0 };

const MARGIN = { x: 9, y: 6 } as const;
const LARGEST = 1.16;

/** One command's points: its control points, or for an arc the corners of a box around it. */
function reach(command: string, values: readonly number[], [x, y]: Point): Point[] {
  const [first = 0, second = 0] = values;
  if (command === 'H') return [[first, y]];
  if (command === 'V') return [[x, first]];
  if (command === 'A') return [[values[5] ?? 0, values[6] ?? 0]];
  if (command === 'a') {
    const end: Point = [x + (values[5] ?? 0), y + (values[6] ?? 0)];
    return [[x, y - second], [x, y + second], end];
  }
  return values.flatMap((value, at) => (at % 2 === 0 ? [[value, values[at + 1] ?? 0] as const] : []));
}

/** The points that bound a path. Rejects commands that the shapes do not use. */
export function pathPoints(path: string): Point[] {
  const found: Point[] = [];
  let pen: Point = [0, 0];
  for (const [, command = '', rest = ''] of path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const take = ARGUMENTS[command];
    if (take === undefined) throw new Error(`path command '${command}' is not supported`);
    const values = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    for (let at = 0; take > 0 && at + take <= values.length; at += take) {
      const points = reach(command, values.slice(at, at + take), pen);
      found.push(...points);
      pen = points.at(-1) ?? pen;
    }
  }
  return found;
}

/** The transform that tilts, scales and centres a shape in the box. */
export function placement(shape: Silhouette): string {
  const angle = (shape.tilt * Math.PI) / 180;
  const turned = shape.parts
    .flatMap((part) => pathPoints(part.path))
    .map(([x, y]): Point => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]);
  const xs = turned.map(([x]) => x);
  const ys = turned.map(([, y]) => y);
  const [left, right, top, foot] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const roomX = BOX.width - 2 * MARGIN.x;
  const roomY = BOX.height - 2 * MARGIN.y;
  const scale = Math.min(LARGEST, roomX / (right - left), roomY / (foot - top));
  const dx = BOX.width / 2 - ((left + right) / 2) * scale;
  const dy = BOX.height / 2 - ((top + foot) / 2) * scale;
  return `translate(${num(dx)} ${num(dy)}) scale(${Math.round(scale * 1000) / 1000}) rotate(${shape.tilt})`;
}
