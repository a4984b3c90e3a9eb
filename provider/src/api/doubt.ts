import { TurnLost } from "./coordination/turns";
import { ServiceError } from "./errors";
import { safeText } from "./redact";
import { type Happened, mayHaveTakenEffect } from "./retry";

/** Whether an attempt of a change may have succeeded, although the operation as a whole fails. */
export class Doubt {
  private isThere = false;

  /** @param about the resource */
  constructor(private readonly about: string) {}

  note(happened: Happened): void {
    this.isThere ||= mayHaveTakenEffect(happened);
  }

  /** After a response that accepts the change and does not confirm it. */
  noteAccepted(): void {
    this.isThere = true;
  }

  /** The error of the operation. A copy, because operations that end with the run share their error. */
  in(error: ServiceError): ServiceError {
    return this.isThere ? new ServiceError(error.lines, { ...error, mayHaveTakenEffect: true }) : error;
  }

  readonly rethrow = (error: unknown): never => {
    // Starting the turn's work again is only safe if nothing was sent.
    if (error instanceof TurnLost && this.isThere) {
      const cause = "another process may have had the turn, so it was not sent again";
      throw this.in(
        new ServiceError([`${safeText(this.about, 300)}: the change got no answer`, cause], { category: "lost" }),
      );
    }
    throw error instanceof ServiceError ? this.in(error) : error;
  };
}
