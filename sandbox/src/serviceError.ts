import { STATUS_CODES } from "node:http";

export const JSON_TYPE = "application/json; charset=utf-8";

/** The body of every error of the service. */
export interface ErrorBody {
  message: string | string[];
  error: string;
  statusCode: number;
}

/** A deliberate error response of the service. Any other error is a defect of the sandbox. */
export class ServiceError extends Error {
  constructor(
    readonly statusCode: number,
    readonly details: string | string[],
    readonly headers: Record<string, string> = {},
  ) {
    super(Array.isArray(details) ? details.join("; ") : details);
    this.name = "ServiceError";
  }

  body(): ErrorBody {
    return errorBody(this.statusCode, this.details);
  }
}

export function errorBody(statusCode: number, message: string | string[]): ErrorBody {
  return { message, error: STATUS_CODES[statusCode] ?? "Error", statusCode };
}

export function badRequest(details: string | string[]): ServiceError {
  return new ServiceError(400, details);
}

export function unauthorized(details: string): ServiceError {
  return new ServiceError(401, details);
}

export function noSuchObject(noun: string, id: number): ServiceError {
  return new ServiceError(404, `${noun} with ID ${id} not found`);
}

/** The response for a route that does not exist. Its message differs from the one for a missing object. */
export function unknownRoute(method: string, url: string): ServiceError {
  return new ServiceError(404, `Cannot ${method} ${url}`);
}
