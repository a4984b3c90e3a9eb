import { memberAddress } from "../normal";
import type { Settings } from "../settings";
import { digest, keyDigest } from "./digest";
import type { StoreAccess } from "./storeAccess";

/** The recorded acting user of an account's settings. */
export class Actors {
  /** Of the key and of the member that it acts for. */
  private readonly hash: string;

  constructor(
    private readonly settings: Settings,
    service: string,
    private readonly shared: StoreAccess["use"],
  ) {
    const { apiKey, impersonateEmail: email } = settings;
    this.hash =
      email === undefined ? keyDigest(settings, service) : digest("member", service, apiKey, memberAddress(email));
  }

  /** The user, if named in the settings or recorded by a run. Sends nothing. */
  async recorded(): Promise<string | undefined> {
    return this.settings.impersonateUserId ?? (await this.shared((store) => store.ownerOf(this.hash)));
  }

  /** Records the user that the service returned for these settings. */
  async remember(user: string): Promise<void> {
    if ((await this.recorded()) === user) return;
    await this.shared((store) => store.rememberOwner(this.hash, user));
  }
}
