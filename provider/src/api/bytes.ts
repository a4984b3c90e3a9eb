/** The lengths of blocks: most answers are small. */
const shortest = 16 * 1024;
const longest = 1024 * 1024;

/**
 * The bytes of a body as they arrive. They are copied into blocks: each chunk by itself takes a hundred bytes more than it
 * holds, and keeps the whole buffer that the socket was read into.
 */
export class Bytes {
  private readonly blocks: Buffer[] = [];
  /** How many bytes of the last block are used. */
  private used = 0;
  length = 0;

  append(chunk: Buffer): void {
    for (let from = 0; from < chunk.length; ) {
      const copied = chunk.copy(this.block(), this.used, from);
      this.used += copied;
      this.length += copied;
      from += copied;
    }
  }

  clear(): void {
    this.blocks.length = 0;
    this.used = 0;
    this.length = 0;
  }

  /** The bytes as a text, without a mark of its byte order. Lets go of each block as soon as it is read. */
  text(): string {
    const decoder = new TextDecoder();
    let text = "";
    for (let block = this.blocks.shift(); block !== undefined; block = this.blocks.shift()) {
      const isLast = this.blocks.length === 0;
      text += decoder.decode(isLast ? block.subarray(0, this.used) : block, { stream: !isLast });
    }
    this.clear();
    return text;
  }

  /** A block with space in it. */
  private block(): Buffer {
    const last = this.blocks.at(-1);
    if (last !== undefined && this.used < last.length) return last;
    const next = Buffer.allocUnsafeSlow(Math.min(longest, Math.max(shortest, this.length)));
    this.blocks.push(next);
    this.used = 0;
    return next;
  }
}
