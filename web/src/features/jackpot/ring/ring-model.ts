/**
 * The geometry of the ring: the arc of each player and the angle of each ticket.
 *
 * Used by the ring. Pure. The circle holds every ticket exactly once. Players with an arc wide enough for their number come
 * first, in order of seat; smaller ones follow together as the crowd, also in order of seat. Within an arc a player's ranges
 * follow each other in order of entry. Invariant: the angle of the drawn ticket lies in the arc of its owner, at the position
 * of its range, so the pointer cannot land on another player.
 */
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import type { PotShare } from '../shares.ts';

/** Below this part of the pot the number does not fit into the arc, and the player joins the crowd. */
export const CROWD_BELOW = 0.022;

/** An arc in turns: 0 is the top, 1 a whole turn clockwise. */
export interface Arc {
  readonly share: PotShare;
  readonly from: number;
  readonly to: number;
}

export interface RingModel {
  /** Arcs with their own number. */
  readonly arcs: readonly Arc[];
  /** Players too small for a number, next to each other at the end of the turn. */
  readonly crowd: readonly Arc[];
}

/** Arranges the shares around the ring. A single small player keeps its own arc: a crowd of one merges nothing. */
export function ringOf(shares: readonly PotShare[]): RingModel {
  const pot = shares.reduce((sum, share) => sum + share.cents, 0);
  if (pot === 0) return { arcs: [], crowd: [] };
  const small = shares.filter((share) => share.cents < pot * CROWD_BELOW);
  const merged = small.length > 1 ? new Set(small) : new Set<PotShare>();
  const order = [...shares.filter((share) => !merged.has(share)), ...merged];
  let sum = 0;
  const laid = order.map((share): Arc => {
    const from = sum / pot;
    sum += share.cents;
    return { share, from, to: sum / pot };
  });
  return { arcs: laid.slice(0, laid.length - merged.size), crowd: laid.slice(laid.length - merged.size) };
}

/** The position of a ticket in turns: the middle of its cent. Null when no range holds it. */
export function turnOfTicket(model: RingModel, ticket: number): number | null {
  for (const arc of [...model.arcs, ...model.crowd]) {
    let before = 0;
    for (const { from, to } of arc.share.ranges) {
      if (ticket >= from && ticket < to) {
        return arc.from + ((before + ticket - from + 0.5) / arc.share.cents) * (arc.to - arc.from);
      }
      before += to - from;
    }
  }
  return null;
}

/** Where the pointer stops: at the drawn ticket; in a scripted round in the middle of the chosen player's first entry. */
export function turnOfResult(model: RingModel, { result, entries }: Pick<JackpotRound, 'result' | 'entries'>) {
  if (result === null) return null;
  const entry = entries.find(({ no }) => no === result.entryNo);
  const middle = entry ? Math.floor((entry.from + entry.to - 1) / 2) : 0;
  return turnOfTicket(model, result.ticket ?? middle);
}

/** The arc at a position on the circle (in turns, from 0 to 1). */
export function arcAt(model: RingModel, turn: number): Arc | null {
  return [...model.arcs, ...model.crowd].find((arc) => turn >= arc.from && turn < arc.to) ?? null;
}

export interface RingPoint {
  readonly x: number;
  readonly y: number;
}

/** A point on a circle around (0, 0); y points down, as in SVG. */
export function pointAt(turn: number, radius: number): RingPoint {
  const angle = turn * 2 * Math.PI;
  return { x: Math.sin(angle) * radius, y: -Math.cos(angle) * radius };
}

/** SVG path of an arc on a circle of `radius`; a whole turn is drawn as two halves. */
export function arcPath(from: number, to: number, radius: number): string {
  const part = (a: number, b: number): string => {
    const end = pointAt(b, radius);
    return `A${radius} ${radius} 0 ${b - a > 0.5 ? 1 : 0} 1 ${short(end.x)} ${short(end.y)}`;
  };
  const start = pointAt(from, radius);
  const move = `M${short(start.x)} ${short(start.y)}`;
  if (to - from < 0.9999) return `${move}${part(from, to)}`;
  const middle = (from + to) / 2;
  return `${move}${part(from, middle)}${part(middle, to)}`;
}

function short(n: number): string {
  return n.toFixed(3);
}
