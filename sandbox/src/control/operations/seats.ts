import { z } from "zod";
import { newEmailSeat, newLinkedinSeat } from "../../changes/account.js";
import type { EmailSeat, LinkedinSeat } from "../../objects/account.js";
import { fullName } from "../../responses.js";
import { changing } from "../operation.js";
import { edit, existing, newId } from "../stored.js";
import { id, idToBe } from "./inputs.js";

const hour = z.int().min(0).max(24);

const quota = z.int().nonnegative();

const editedLinkedinSeat = z.strictObject({
  seatId: id,
  premium: z.boolean().optional(),
  quotas: z
    .strictObject({ invitations: quota, messages: quota, profileVisits: quota, likes: quota })
    .partial()
    .optional(),
  launchHours: z
    .strictObject({ from: hour, to: hour })
    .refine(({ from, to }) => from < to, "must end after they begin, on the same day in UTC: nothing would be sent")
    .optional(),
});

export const seatOperations = {
  /** Adds a network seat to a user, with this id or any free one. */
  addLinkedinSeat: changing(
    z.strictObject({ userId: id, seatId: idToBe.optional(), premium: z.boolean().default(false) }),
    ({ store }, { userId, seatId, premium }): LinkedinSeat => {
      const user = existing(store.users, "User", userId);
      const seat = newId(store.linkedinSeats, "Seat", seatId);
      return store.linkedinSeats.put(newLinkedinSeat(seat, user.organizationId, user.id, fullName(user), premium));
    },
  ),
  /** Changes a network seat. Quotas are actions per day, launch hours are hours of the day in UTC. */
  setLinkedinSeat: changing(
    editedLinkedinSeat,
    ({ store }, { seatId, quotas, ...fields }): LinkedinSeat =>
      edit(store.linkedinSeats, "Seat", seatId, (seat) => ({
        ...seat,
        ...fields,
        quotas: { ...seat.quotas, ...quotas },
      })),
  ),
  /** Adds e-mail seats to a user: with these ids, or else a number of seats with free ids. */
  addEmailSeats: changing(
    z.strictObject({
      userId: id,
      count: z.int().min(1).max(1000).default(1),
      seatIds: z.array(idToBe).min(1).max(1000).optional(),
    }),
    ({ store }, { userId, count, seatIds }): EmailSeat[] => {
      const user = existing(store.users, "User", userId);
      const wanted = seatIds ?? Array.from({ length: count }, () => undefined);
      return wanted.map((each) => {
        const seatId = newId(store.emailSeats, "E-mail seat", each);
        const email = user.email.replace("@", `.${seatId}@`);
        return store.emailSeats.put(newEmailSeat(seatId, user.organizationId, user.id, email));
      });
    },
  ),
  /** Changes the e-mails that a seat may send per day. */
  setEmailSeat: changing(
    z.strictObject({ seatId: id, dailyQuota: z.int().nonnegative() }),
    ({ store }, { seatId, dailyQuota }): EmailSeat =>
      edit(store.emailSeats, "E-mail seat", seatId, (seat) => ({ ...seat, dailyQuota })),
  ),
};
