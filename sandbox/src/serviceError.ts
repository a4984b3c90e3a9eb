import { STATUS_CODES } from "node:http";

export const JSON_TYPE = "application/json; charset=utf-8";

export interface ErrorBody {
  message: string | string[];
  error: string;
  statusCode: number;
}

/** An answer that the service gives on purpose, with the body its clients know. Anything else thrown is a defect here. */
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

/** What the service's framework says about a route that does not exist; a missing object never reads like this. */
export function unknownRoute(method: string, url: string): ServiceError {
  return new ServiceError(404, `Cannot ${method} ${url}`);
}
