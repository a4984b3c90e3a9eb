import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Refusal } from "../../lifecycle/refusal";
import { readPlan } from "../../review/input/read";
import { assumptionsOf } from "../assumptions";
import { rehearsalOf } from "../build";
import type { DeclaredCampaign } from "../campaigns";
import { detailsOf, type Rehearsed } from "../people";
import { type Member, memberIn, type Previewed, readPreview } from "../program";
import { type ConfigCopy, copyConfig } from "./configCopy";
import { localCommand } from "./localPackage";
import { type LocalService, startLocalService } from "./localService";
import { NamedObjectsMaker } from "./named";
import { type PlayedDays, type PlayOptions, playDays, type SharedLists } from "./play";
import { Processes } from "./processes";
import type { RehearsedProject } from "./project";
import { assertOnlyOwnResources, warningsOf } from "./refusals";
import { ThrowAwayStack } from "./stack";

/** Simulation options set by the command's user. */
export interface Assumed extends PlayOptions {
  readonly answerRate: number;
  readonly seed: number;
}

/** Options of a rehearsal. */
export interface RehearseOptions extends Assumed {
  readonly project: RehearsedProject;
  /** The stack whose config is used. */
  readonly stack: string;
  /** False if the stack has no config file. */
  readonly hasConfig: boolean;
  /** Start of the first day, ISO 8601. */
  readonly start: string;
  /** The member set in the environment. Takes precedence over the stack's config. */
  readonly environmentMember: Member | undefined;
  /** This package's folder, where the local service may also be installed. */
  readonly ownFolder: string;
}

/** Maximum number of previews per program: the first may fail because it reads objects that are only created after it. */
const mostPreviews = 3;

/** A rehearsal. Everything that it starts or writes is removed at the end. */
export class RehearsalRun {
  private readonly processes = new Processes();
  private folder: string | undefined;
  private ending: Promise<void> | undefined;

  constructor(
    private readonly options: RehearseOptions,
    private readonly tell: (what: string) => void,
    private readonly sharedLists?: SharedLists,
  ) {}

  /** Throws a Refusal that explains why the program cannot be rehearsed. */
  async play(): Promise<Rehearsed> {
    try {
      return await this.playAll();
    } finally {
      await this.end();
    }
  }

  /** Stops all processes and removes the temporary folder. Safe to repeat. */
  end(): Promise<void> {
    this.ending ??= (async () => {
      await this.processes.end();
      if (this.folder !== undefined) await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
    })();
    return this.ending;
  }

  private async playAll(): Promise<Rehearsed> {
    const { options } = this;
    const { project } = options;
    const config = await copyConfig(project, options.stack);
    const command = await localCommand([project.programFolder, project.folder, options.ownFolder]);
    this.tell("Starting the local service");
    const service = await startLocalService(this.processes, { ...options, command });
    const folder = await mkdtemp(join(tmpdir(), "outreach-rehearsal-"));
    this.folder = folder;
    // A second Ctrl-C exits before the processes have stopped.
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    const stack = new ThrowAwayStack(this.processes, project, options.stack, folder, service);
    await stack.make(config);
    const previewed = await this.preview(stack, service, config);
    this.tell("Bringing the program up");
    const up = await stack.up();
    const warnings = warningsOf("Bringing the program up", up);
    const campaigns = campaignsIn(up.output);
    if (campaigns.length === 0) {
      throw new Refusal("the program declares no campaign, so there is nothing to rehearse.");
    }
    const onDay = (day: number) => this.tell(`Day ${day} of ${options.days}`);
    const played = await playDays(service, campaigns, options, onDay, this.sharedLists);
    const { stack: name, days, seed, start } = options;
    const all = {
      ...{ project: project.name, stack: name, days, seed, start, campaigns, warnings, ...played },
      assumptions: this.assumptions(config, previewed, campaigns, played),
    };
    return { rehearsal: rehearsalOf(all), details: detailsOf(all) };
  }

  private async preview(stack: ThrowAwayStack, service: LocalService, { plain }: ConfigCopy): Promise<Previewed> {
    const maker = new NamedObjectsMaker(service);
    const member = this.options.environmentMember ?? memberIn(plain);
    if (member !== undefined) {
      await maker.make({ members: [member], linkedinSeats: [], emailSeats: [], lists: [] });
    }
    this.tell("Previewing the program");
    for (let count = 1; ; count += 1) {
      const ended = await stack.preview();
      const previewed = readPreview(ended.output, member);
      if (previewed === undefined) warningsOf("The preview", { ...ended, code: 1 });
      else {
        assertOnlyOwnResources(previewed.foreign);
        const isMade = await maker.make(previewed.named);
        if (ended.code !== 0 && isMade && count < mostPreviews) continue;
        warningsOf("The preview", ended);
        return previewed;
      }
    }
  }

  private assumptions(
    config: ConfigCopy,
    { named, overridden }: Previewed,
    campaigns: readonly DeclaredCampaign[],
    { observed, lists }: PlayedDays,
  ): string[] {
    const { contacts, arriveOver, answerRate, incomplete, hasConfig } = this.options;
    const steps = observed.campaigns.flatMap((campaign) => campaign.steps);
    return assumptionsOf({
      ...{ contacts, arriveOver, answerRate, incomplete, hasConfig, overridden, lists },
      switchedOn: campaigns.filter(({ isActive }) => !isActive).map(({ key }) => key),
      hasAgents: observed.agents.length > 0,
      hasNetworkSteps: steps.some(({ type }) => type !== "email"),
      hasEmails: steps.some(({ type }) => type === "email"),
      hasNoteOfPremiumSeat: steps.some(({ note }) => note !== undefined && Array.from(note).length > 180),
      foreignLists: named.lists.map(({ id }) => id),
      replacedSecrets: config.secret.filter((key) => !key.startsWith("outreach:")),
      secretSettings: config.leftOut,
      openedSecrets: config.opened,
      hasEnvironments: config.hasEnvironments,
    });
  }
}

/** The campaigns created by an update, in order of creation. */
function campaignsIn(output: string): DeclaredCampaign[] {
  const { resources } = readPlan({ source: "the output of `pulumi up`", text: output });
  const own = resources.filter(({ kind }) => kind === "Campaign");
  return own.flatMap(({ urn, resource, id, after }) => {
    const number = Number(id);
    if (!Number.isSafeInteger(number)) return [];
    // Resources with different parents may have the same name.
    const isUnique = own.filter((other) => other.resource === resource).length === 1;
    return [{ id: number, urn, key: isUnique ? resource : urn, isActive: after?.active === true }];
  });
}
