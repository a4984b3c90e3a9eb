/** Block sizes in bytes. The first is small because most responses are. */
const smallestBlock = 16 * 1024;
const largestBlock = 1024 * 1024;

/**
 * Collects the bytes of a body as they arrive. Copies them into blocks: a chunk has an overhead of a hundred bytes and
 * keeps the socket's whole read buffer in memory.
 */
export class Bytes {
  private readonly blocks: Buffer[] = [];
  /** How many bytes of the last block are used. */
  private used = 0;
  length = 0;

  append(chunk: Buffer): void {
    for (let from = 0; from < chunk.length; ) {
      const copied = chunk.copy(this.blockWithSpace(), this.used, from);
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

  /** The bytes as text, without a byte order mark. Releases each block as soon as it is decoded. */
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

  /** A block with free space. */
  private blockWithSpace(): Buffer {
    const last = this.blocks.at(-1);
    if (last !== undefined && this.used < last.length) return last;
    const next = Buffer.allocUnsafeSlow(Math.min(largestBlock, Math.max(smallestBlock, this.length)));
    this.blocks.push(next);
    this.used = 0;
    return next;
  }
}
