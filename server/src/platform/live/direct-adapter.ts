/**
 * Socket.IO's adapter in memory, with a shorter way for broadcasts: the packet becomes one WebSocket frame, and the same bytes are written to each
 * socket below Engine.IO and ws, whose queues, events and callbacks cost more than the write itself (decision 0083). A socket that has packets
 * waiting in Engine.IO gets this one there too, so that its packets stay in order. Used by live.ts, which allows WebSocket without compression only.
 */
import type { Socket as NetSocket } from 'node:net';
import { Adapter, type BroadcastOptions } from 'socket.io-adapter';

type Packet = Parameters<Adapter['broadcast']>[0];

/** What lies below a socket of Socket.IO. Neither library has these in its types. */
interface Below {
  readonly conn: {
    readonly writeBuffer: readonly unknown[];
    readonly transport: { readonly socket?: { readonly readyState: number; readonly _socket?: NetSocket | null } };
  };
}

interface Nsp {
  readonly name: string;
  readonly sockets: ReadonlyMap<string, Below>;
  readonly server: { readonly encoder: { encode(packet: Packet): unknown[] } };
}

const OPEN = 1;

export class DirectAdapter extends Adapter {
  override broadcast(packet: Packet, opts: BroadcastOptions): void {
    const { name, sockets, server } = this.nsp as Nsp;
    const [text, ...attachments] = server.encoder.encode({ ...packet, nsp: name });
    if (opts.rooms.size === 0 || (opts.except?.size ?? 0) > 0 || attachments.length > 0)
      return super.broadcast(packet, opts);
    // A message of Engine.IO begins with 4.
    const frame = textFrame(`4${String(text)}`);
    const busy = new Set<string>();
    for (const id of this.#membersOf(opts.rooms)) {
      const wire = idleWireOf(sockets.get(id));
      if (wire === null) busy.add(id);
      else wire.write(frame);
    }
    // Each socket has a room of its own.
    if (busy.size > 0) super.broadcast(packet, { ...opts, rooms: busy });
  }

  #membersOf(rooms: ReadonlySet<string>): ReadonlySet<string> {
    const members = [...rooms].flatMap((room) => this.rooms.get(room) ?? []);
    return members.length === 1 && members[0] ? members[0] : new Set(members.flatMap((ids) => [...ids]));
  }
}

/** The connection of a socket whose packets have all been handed to it; else null. */
function idleWireOf(socket: Below | undefined): NetSocket | null {
  if (socket === undefined) return null;
  const { writeBuffer, transport } = socket.conn;
  const ws = transport.socket;
  const isIdle = writeBuffer.length === 0 && ws?.readyState === OPEN;
  return isIdle ? (ws._socket ?? null) : null;
}

/** RFC 6455, section 5.2: a whole text message, not masked. */
function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafeSlow(head + length);
  frame[0] = 0x81;
  frame[1] = head === 2 ? length : head === 4 ? 126 : 127;
  if (head === 4) frame.writeUInt16BE(length, 2);
  else if (head === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.write(text, head);
  return frame;
}
