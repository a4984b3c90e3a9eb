import { afterEach, describe, expect, test, vi } from "vitest";
import { Bytes } from "../../../provider/src/api/bytes";

afterEach(() => vi.restoreAllMocks());

const megabyte = 1024 * 1024;

// Node.js passes on chunks of a response as views of the socket's read buffer.
describe("the memory that a response keeps", () => {
  test.each([1, 7, 1000, 65_536, 3 * megabyte])("depends on its length, not on its chunks of %i bytes", (size) => {
    const allocated = vi.spyOn(Buffer, "allocUnsafeSlow");
    const socket = Buffer.alloc(size, "x");
    const bytes = new Bytes();
    const most = 6 * megabyte;
    for (let length = 0; length < most; length += size) bytes.append(socket);
    const sizes = allocated.mock.calls.map(([each]) => each);
    const kept = sizes.reduce((sum, each) => sum + each, 0);
    expect(kept).toBeGreaterThanOrEqual(bytes.length);
    expect(kept).toBeLessThanOrEqual(bytes.length + megabyte);
    // Blocks double up to a megabyte.
    expect(sizes.length).toBeLessThanOrEqual(8 + bytes.length / megabyte);
    // Later reads into the socket's buffer have no effect.
    socket.fill("y");
    expect(bytes.text()).toBe("x".repeat(Math.ceil(most / size) * size));
  });

  test("is small for a small response", () => {
    const allocated = vi.spyOn(Buffer, "allocUnsafeSlow");
    const bytes = new Bytes();
    for (let each = 0; each < 100; each++) bytes.append(Buffer.from("[]"));
    expect(allocated.mock.calls).toEqual([[16 * 1024]]);
  });
});
