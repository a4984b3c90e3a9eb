import type { Call, Client, Reply } from "./client";
import type { Actors } from "./coordination/actors";
import type { KeyOwner } from "./coordination/coordination";
import { ServiceError, type ServiceErrorDetails, settingsError } from "./errors";
import { memberAddress } from "./normal";
import type { ActingUser } from "./objects";
import { once } from "./once";
import { operations } from "./operation";
import { isPartial, pageFrom } from "./page";
import { safeText } from "./redact";
import type { Settings } from "./settings";
import { membersIn, ownerFrom, type User, userFrom } from "./shapes";

const about = "";

/** Why the service rejects a request on behalf of a member. */
interface ViolatedRule extends Pick<ServiceErrorDetails, "setting"> {
  readonly reason: string;
}

/** Determines the acting user of an account's requests, and verifies that the service agrees. */
export class Identity {
  constructor(
    private readonly settings: Settings,
    private readonly client: Client,
    private readonly actors: Actors,
  ) {}

  /** The acting user, after the service has confirmed it. */
  provenUser: string | undefined;
  /** The service's profile of the acting user. */
  provenProfile: User | undefined;

  /** The member that the settings name, after the service has confirmed it. */
  get provenMember(): string | undefined {
    const { impersonateUserId, impersonateEmail } = this.settings;
    return (impersonateUserId ?? impersonateEmail) === undefined ? undefined : this.provenUser;
  }

  /** The response that named the key's user, kept so that it is requested once. */
  private keyUserReply: Reply | undefined;

  /** Requests the key's user. */
  async keyOwner(): Promise<KeyOwner> {
    const reply = await this.client
      .send({ operation: operations.readActingUser, about, first: true })
      .catch(() => undefined);
    if (reply === undefined || reply.outcome === "lost") return "notNow";
    if (reply.outcome === "refused") return reply.status >= 500 || reply.status === 429 ? "notNow" : "notTold";
    const user = userFrom(reply.json);
    if (user === undefined) return "notTold";
    this.keyUserReply = reply;
    return user.id;
  }

  /** The user id for the impersonation header. Undefined if the key acts as its own user. */
  readonly impersonated: () => Promise<string | undefined> = once(async () => {
    const { impersonateUserId, impersonateEmail } = this.settings;
    if (impersonateEmail === undefined) return impersonateUserId;
    const member = await this.memberByEmail(impersonateEmail);
    if (impersonateUserId !== undefined && impersonateUserId !== member.id) {
      throw settingsError(
        `impersonateEmail is the address of user ${member.id}, impersonateUserId names user ${safeText(impersonateUserId, 80)}`,
        "set one of the two, or make them agree",
      );
    }
    return member.id;
  });

  /** The user that the service attributes these requests to. Requested once per run. */
  readonly actingUser: () => Promise<ActingUser> = once(async () => {
    const impersonate = await this.impersonated();
    const call: Call = { operation: operations.readActingUser, about, impersonate };
    await this.client.begin();
    const known = impersonate === undefined ? this.keyUserReply : undefined;
    const reply = known ?? (await this.client.send(call));
    if (reply.outcome !== "fine") throw await this.withViolatedRule(errorOf(reply), impersonate);
    const user = userFrom(reply.json);
    const judged = (problem: string, advice: string) =>
      this.client.judged(call, { status: reply.status, problem, advice, category: "identity" });
    if (user === undefined) {
      throw judged(
        "the answer contains no readable user id",
        impersonate === undefined
          ? "nothing is written, because it is not known which user the key acts as"
          : "nothing is written, because nothing proves that requests act as the member in the settings",
      );
    }
    if (impersonate !== undefined && user.id !== impersonate) {
      throw judged(
        `the settings act for user ${impersonate}, but the service answers for user ${user.id}`,
        "nothing is written: a proxy may remove the header x-impersonate-user-id, or the service does not support impersonation",
      );
    }
    await this.actors.remember(user.id);
    this.provenUser = user.id;
    this.provenProfile = user;
    return { id: user.id };
  });

  /** The acting user, if known without a request. */
  async knownActor(): Promise<string | undefined> {
    return this.provenUser ?? (await this.actors.recorded());
  }

  /**
   * Returns the error. For a 401 on an impersonated request, its last line names the violated rule if that can be
   * determined.
   */
  async withViolatedRule(error: ServiceError, impersonate: string | undefined): Promise<ServiceError> {
    if (error.status !== 401 || impersonate === undefined) return error;
    const broken = await this.brokenRule().catch(() => undefined);
    if (broken === undefined) return error;
    // The last line lists the possible reasons; replace it by the actual one.
    return new ServiceError([...error.lines.slice(0, -1), broken.reason], { ...error, ...broken });
  }

  private readonly brokenRule: () => Promise<ViolatedRule | undefined> = once(async () => {
    const impersonate = safeText((await this.impersonated()) ?? "", 80);
    const own = await this.client.send({ operation: operations.readActingUser, about });
    if (own.outcome === "refused" && own.status === 401) {
      const reason =
        "the key itself is not accepted, even without acting for a member: check apiKey (OUTREACH_API_KEY)";
      return { reason, setting: "apiKey" };
    }
    const keyUser = own.outcome === "fine" ? userFrom(own.json) : undefined;
    const listed = await this.client.send({ operation: operations.listOrganizationMembers, about });
    const page = listed.outcome === "fine" ? pageFrom(listed) : undefined;
    // If the page is partial, a missing member may be on another page.
    const members = page === undefined || isPartial(page) ? undefined : membersIn(page);
    const member = members?.find(({ id }) => id === impersonate);
    if (members !== undefined && member === undefined) {
      return {
        reason: `user ${impersonate} is not a member of the key's organization: the user has left it, or belongs to another one. Objects of a former member stay in the service; \`pulumi state delete\` removes them from the state`,
      };
    }
    if (member?.isActive === false) {
      return {
        reason: `user ${impersonate} is a deactivated member: activate the member in the app, or remove the objects from the state with \`pulumi state delete\``,
      };
    }
    const organization = await this.client.send({ operation: operations.readOrganization, about });
    const owner = organization.outcome === "fine" ? ownerFrom(organization.json) : undefined;
    if (owner !== undefined && keyUser !== undefined && owner !== keyUser.id) {
      return {
        reason: `the key belongs to user ${keyUser.id}, who is not the owner of the organization (user ${owner} is): only the owner's key may act for members`,
      };
    }
    if (member === undefined || owner !== undefined) return undefined;
    return {
      reason: `the key works and user ${impersonate} is an active member, so the key's user is probably not the owner of the organization: only the owner's key may act for members`,
    };
  });

  private async memberByEmail(email: string): Promise<User> {
    const wanted = memberAddress(email);
    // Other people may read logs with this message, so name the setting, not its value.
    const named = "impersonateEmail (OUTREACH_IMPERSONATE_EMAIL)";
    const call: Call = { operation: operations.listOrganizationMembers, about };
    const reply = await this.client.send(call);
    if (reply.outcome !== "fine") throw errorOf(reply);
    const page = pageFrom(reply);
    const judged = (problem: string, advice: string) =>
      this.client.judged(call, { status: reply.status, problem, advice, category: "identity" });
    if (page === undefined) {
      throw judged("the answer is not a list of members", "set impersonateUserId to the member's id instead");
    }
    const members = membersIn(page);
    const found = members.filter((member) => member.email !== undefined && memberAddress(member.email) === wanted);
    const [member] = found;
    if (member === undefined) {
      throw judged(
        isPartial(page)
          ? `the service lists a part of the members, and none of these ${members.length} has the address in ${named}`
          : `none of the ${members.length} members has the address in ${named}`,
        "correct the address (`npx pulumi-outreach members` lists the members), or set impersonateUserId",
      );
    }
    if (found.length > 1) {
      const ids = found.map(({ id }) => id).join(", ");
      throw judged(
        `${found.length} members have the address in ${named}: ${ids}`,
        "set impersonateUserId to one of them",
      );
    }
    if (member.isActive === false) {
      throw judged(
        `the member with the address in ${named} (user ${member.id}) is deactivated`,
        "activate the member in the app, or configure another one",
      );
    }
    return member;
  }
}

/** The error of an unsuccessful reply. Only creates can be lost, and no caller sends one. */
export function errorOf(reply: Exclude<Reply, { outcome: "fine" }>): ServiceError {
  if (reply.outcome === "refused") return reply.error;
  return new ServiceError([reply.cause], { category: "lost" });
}
