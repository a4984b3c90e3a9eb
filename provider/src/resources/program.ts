import type { Acknowledgements, Late } from "../kind/code";
import type { Id } from "../kind/id";

/** Arguments common to all resources, which concern the program instead of the object. */
export interface ProgramArgs {
  /**
   * Adopts an existing object of the account instead of creating one: its id, or `"twin"` for the only object that equals
   * this one in everything declared. Used only at creation and ignored afterwards. Nothing is written to the object; if it
   * differs from the declaration, the creation fails and lists every difference. If the service cannot read the object, it
   * is adopted as declared, and the outputs assigned by the service (`userId`, `createdAt` and others) stay undefined.
   */
  adopt?: number | `${number}` | "twin" | Late<Id>;
  /**
   * Refusals to override, each by the code that the refusal printed: `rename`, `restart`, `shared-list:<campaign id>`,
   * `twin:<id>`, `twin:none`, `twin:none:<sign>`, `inactive:<campaign id>`, `as-is:<path>`, `moved:<old address>`. Each
   * code overrides only that refusal; see `Acknowledgement` for their meanings.
   */
  acknowledge?: Acknowledgements;
}
