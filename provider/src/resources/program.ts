import type { Acknowledgements, Late } from "../kind/code";
import type { Id } from "../kind/id";

/** Arguments that every resource takes and that say something about the program, not about the object. */
export interface ProgramArgs {
  /**
   * Takes over an object that the account holds already instead of creating one: its id, or `"twin"` for the one
   * object that equals this one in everything declared. Read at creation only and ignored afterwards. Nothing is
   * written to the object; where it differs from what is declared, the creation fails with every difference. On a
   * service that cannot read the object, it is adopted as declared, and the outputs that the service assigns (`userId`,
   * `createdAt` and others) stay undefined.
   */
  adopt?: number | `${number}` | "twin" | Late<Id>;
  /**
   * Refusals that a person has read and overrules, each by the code that the refusal printed: `rename`, `restart`,
   * `shared-list:<campaign id>`, `twin:<id>`, `twin:none`, `twin:none:<sign>`, `inactive:<campaign id>`,
   * `as-is:<path>`, `moved:<old address>`. Each lifts that one refusal and nothing else; `Acknowledgement` says what
   * each means.
   */
  acknowledge?: Acknowledgements;
}
