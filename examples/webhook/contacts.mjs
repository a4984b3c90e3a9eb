// @ts-check
import Database from "libsql";

/**
 * If a process has claimed a delivery for longer than this, it was killed, and another process may take the delivery.
 * Saving a contact takes milliseconds.
 */
const claimMilliseconds = 60_000;

/**
 * A SQLite file with one row for each contact, and with the recently handled deliveries, so that several receivers can
 * share it.
 * @param {string} file
 */
export function openContacts(file) {
  const database = new Database(file, { timeout: 5_000 });
  database.exec("pragma journal_mode = wal");
  database.exec(`
    create table if not exists contacts (id text primary key, updated_at integer not null, name text, email text, contact text not null);
    create table if not exists deliveries (signature text primary key, until integer not null, claimed_at integer not null, handled integer not null);
  `);
  // Deliveries may arrive late and in any order: an older one never replaces a newer one.
  const save = database.prepare(`
    insert into contacts (id, updated_at, name, email, contact) values (?, ?, ?, ?, ?)
    on conflict (id) do update set
      updated_at = excluded.updated_at, name = excluded.name, email = excluded.email, contact = excluded.contact
    where excluded.updated_at >= contacts.updated_at
  `);
  const claim = database.prepare(`
    insert into deliveries (signature, until, claimed_at, handled) values (?, ?, ?, 0)
    on conflict (signature) do update set claimed_at = excluded.claimed_at
    where handled = 0 and claimed_at < excluded.claimed_at - ${claimMilliseconds}
  `);
  const isHandled = database.prepare("select 1 from deliveries where signature = ? and handled = 1");
  const complete = database.prepare("update deliveries set handled = 1 where signature = ?");
  const release = database.prepare("delete from deliveries where signature = ?");
  const forget = database.prepare("delete from deliveries where until < ?");

  /** @type {import("pulumi-outreach/webhook").ReplayStore} */
  const replays = {
    claim(signature, until) {
      const now = Date.now();
      forget.run(now);
      if (claim.run(signature, until.getTime(), now).changes === 1) return "claimed";
      return isHandled.get(signature) === undefined ? "in-progress" : "handled";
    },
    complete(signature) {
      complete.run(signature);
    },
    release(signature) {
      release.run(signature);
    },
  };

  return {
    replays,

    /** @param {import("pulumi-outreach/webhook").WebhookEvent} event */
    save({ contact, timestamp }) {
      const { id, firstName, lastName, fullName, email, updatedAt } = contact;
      const changed = Date.parse(updatedAt ?? "") || (timestamp ?? new Date()).getTime();
      const name = fullName ?? [firstName, lastName].filter((each) => each !== undefined).join(" ");
      save.run(String(id), changed, name, email ?? null, JSON.stringify(contact));
    },

    /** How many contacts there are. */
    count() {
      return database.prepare("select 1 from contacts").all().length;
    },

    /**
     * A contact as the service last sent it.
     * @param {number | string} id
     * @returns {import("pulumi-outreach/webhook").Contact | undefined}
     */
    find(id) {
      const [text] = database.prepare("select contact from contacts where id = ?").raw().all(String(id)).flat();
      return typeof text === "string" ? JSON.parse(text) : undefined;
    },

    close() {
      database.close();
    },
  };
}
