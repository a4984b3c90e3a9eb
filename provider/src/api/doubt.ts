import { ServiceError } from "./errors";
import { type Happened, mayHaveTakenEffect } from "./retry";

/** Whether an attempt of a change may have succeeded, although the operation as a whole fails. */
export class Doubt {
  private isThere = false;

  note(happened: Happened): void {
    this.isThere ||= mayHaveTakenEffect(happened);
  }

  /** The error of the operation. A copy, because operations that end with the run share their error. */
  in(error: ServiceError): ServiceError {
    return this.isThere ? new ServiceError(error.lines, { ...error, mayHaveTakenEffect: true }) : error;
  }

  readonly rethrow = (error: unknown): never => {
    throw error instanceof ServiceError ? this.in(error) : error;
  };
}
