import type { Settings } from "../settings";
import { digest, keyDigest } from "./digest";
import type { StoreAccess } from "./storeAccess";

/** What runs have recorded of the user that the settings of an account act as. */
export class Actors {
  /** Of the key, and of the address of the member for whom it acts. */
  private readonly hash: string;

  constructor(
    private readonly settings: Settings,
    service: string,
    private readonly shared: StoreAccess["use"],
  ) {
    const email = settings.impersonateEmail?.trim().toLowerCase();
    this.hash = email === undefined ? keyDigest(settings, service) : digest("member", service, settings.apiKey, email);
  }

  /** The user, if the settings name it or a run has recorded it. Sends nothing. */
  async recorded(): Promise<string | undefined> {
    return this.settings.impersonateUserId ?? (await this.shared((store) => store.ownerOf(this.hash)));
  }

  /** Records the user that the service has named for these settings. */
  async remember(user: string): Promise<void> {
    if ((await this.recorded()) === user) return;
    await this.shared((store) => store.rememberOwner(this.hash, user));
  }
}
