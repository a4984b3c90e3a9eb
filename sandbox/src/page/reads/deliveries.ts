import type { ControlParts } from "../../control/operation.js";
import type { Service } from "../../service.js";
import { noSuchObject } from "../../serviceError.js";
import type { Exchange } from "../../webhook.js";
import { type Named, nameOfContact } from "../people.js";
import { shownAddress } from "./address.js";

const MOST_DELIVERIES = 1000;

/** A delivery in the table. */
export interface DeliveryRow {
  number: number;
  contact: Named;
  event: "created" | "updated";
  url: string;
  signed: boolean;
  /** `null` without a response. */
  status: number | null;
  /** Milliseconds since 1970, by the machine's clock; `null` until it is sent. */
  sentAt: number | null;
}

export interface DeliveryShown extends DeliveryRow {
  headers: Record<string, string>;
  body: string;
}

/** The newest deliveries first. */
export function showDeliveries({ service, webhooks }: ControlParts, { user }: { user?: number }): DeliveryRow[] {
  return webhooks
    .recent()
    .filter(({ delivery }) => user === undefined || delivery.userId === user)
    .slice(-MOST_DELIVERIES)
    .reverse()
    .map((exchange) => deliveryRow(service, exchange));
}

/** @throws the error for a missing object if the body is no longer kept */
export function showDelivery({ service, webhooks }: ControlParts, { id }: { id: number }): DeliveryShown {
  const exchange = webhooks.recent().find(({ number }) => number === id);
  if (!exchange) throw noSuchObject("Delivery", id);
  return { ...deliveryRow(service, exchange), headers: exchange.headers, body: exchange.body };
}

function deliveryRow(service: Service, { number, delivery, sentAt }: Exchange): DeliveryRow {
  const { contactId, event, url, signed, status } = delivery;
  return {
    number,
    contact: { id: contactId, name: nameOfContact(service, contactId) },
    event,
    url: shownAddress(url),
    signed,
    status,
    sentAt,
  };
}
