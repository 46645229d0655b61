/**
 * Small builders of SVG path data, used by the shapes and the patterns. All coordinates are in the item box, 240 wide and 124 high.
 * Numbers are printed with at most one decimal, so equal input gives equal bytes.
 */

/** Width and height of the item box. */
export const BOX = { width: 240, height: 124 } as const;

/** A number as path text: at most one decimal, never "-0". */
export const num = (value: number): string => String(Math.round(value * 10) / 10 + 0);

type Point = readonly [number, number];

function points(list: string): Point[] {
  const values = list
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (values.length % 2 !== 0 || values.some(Number.isNaN)) throw new Error(`bad point list: ${list}`);
  const result: Point[] = [];
  for (let at = 0; at < values.length; at += 2) result.push([values[at] ?? 0, values[at + 1] ?? 0]);
  return result;
}

function towards([fromX, fromY]: Point, [toX, toY]: Point, distance: number): string {
  const length = Math.hypot(toX - fromX, toY - fromY) || 1;
  const part = Math.min(distance, length / 2) / length;
  return `${num(fromX + (toX - fromX) * part)} ${num(fromY + (toY - fromY) * part)}`;
}

/** A closed polygon from "x,y x,y ..." with corners rounded by `radius` (less when an edge is too short). */
export function poly(list: string, radius = 1.6): string {
  const corners = points(list);
  const pieces = corners.map((corner, at) => {
    const before = corners.at(at - 1) ?? corner;
    const after = corners[(at + 1) % corners.length] ?? corner;
    const start = towards(corner, before, radius);
    const end = towards(corner, after, radius);
    return `${at === 0 ? 'M' : 'L'}${start}Q${num(corner[0])} ${num(corner[1])} ${end}`;
  });
  return `${pieces.join('')}Z`;
}

/** A rounded rectangle. */
export function rect(x: number, y: number, width: number, height: number, radius = 1.6): string {
  return poly(`${x},${y} ${x + width},${y} ${x + width},${y + height} ${x},${y + height}`, radius);
}

/** An ellipse as a path. */
export function oval(cx: number, cy: number, rx: number, ry = rx): string {
  return (
    `M${num(cx - rx)} ${num(cy)}a${num(rx)} ${num(ry)} 0 1 0 ${num(2 * rx)} 0` +
    `a${num(rx)} ${num(ry)} 0 1 0 ${num(-2 * rx)} 0Z`
  );
}

/** A ring: two ovals, the inner one a hole under the even-odd rule. */
export function ring(cx: number, cy: number, outer: number, inner: number): string {
  return oval(cx, cy, outer) + oval(cx, cy, inner);
}

/** A star or regular burst with `arms` points between two radii, turned by `turn` radians. */
export function burst(cx: number, cy: number, outer: number, inner: number, arms: number, turn = 0): string {
  let data = '';
  for (let at = 0; at < arms * 2; at++) {
    const radius = at % 2 === 0 ? outer : inner;
    const angle = turn + (Math.PI * at) / arms;
    data += `${at === 0 ? 'M' : 'L'}${num(cx + radius * Math.cos(angle))} ${num(cy + radius * Math.sin(angle))}`;
  }
  return `${data}Z`;
}

/** The path turned by `degrees` about the origin, then moved. Only for paths of absolute M, L, Q, C and Z. */
export function moved(path: string, degrees: number, dx: number, dy: number): string {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return path.replace(/(-?[\d.]+)[ ,](-?[\d.]+)/g, (_all, x: string, y: string) => {
    return `${num(dx + Number(x) * cos - Number(y) * sin)} ${num(dy + Number(x) * sin + Number(y) * cos)}`;
  });
}
