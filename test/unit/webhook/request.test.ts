import fc from "fast-check";
import { expect, it } from "vitest";
import { BodyPieces } from "../../../provider/src/webhook/request";

it("a body is complete, however it is split, and none of its chunks is retained", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 50 })), (all) => {
      const body = Buffer.concat(all);
      const pieces = new BodyPieces(body.length);
      for (const piece of all) {
        expect(pieces.add(piece)).toBe(true);
        piece.fill(0);
      }
      expect(Buffer.from(pieces.whole()).equals(body)).toBe(true);
      expect(pieces.add(new Uint8Array(1))).toBe(false);
    }),
  );
});
