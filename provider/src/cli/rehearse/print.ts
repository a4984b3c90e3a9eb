import { safeText } from "../../api/redact";
import { clipped, visible } from "../../page/visible";
import type { RehearsalDifference } from "../../rehearse/difference/model";
import { againstWords, settingWords, summaryWords } from "../../rehearse/difference/words";
import type { Rehearsal, RehearsedCampaign, RehearsedStep } from "../../rehearse/model";
import {
  actionsIn,
  actionWords,
  countsWords,
  emptyWords,
  finishWords,
  fullWords,
  lastBusyDay,
  seatName,
  seatsWords,
  sentWords,
  title,
  writtenLater,
} from "../../rehearse/words";
import { inCurlyQuotes } from "../../text/words";
import { printBullets } from "../terminal/bullets";
import type { Column } from "../terminal/table";
import type { Terminal } from "../terminal/terminal";
import { wrapTo } from "../terminal/text";

/** Maximum number of characters shown of a step's text. */
const longestText = 2_000;

/** Prints a rehearsal for a person. */
export function printRehearsal(rehearsal: Rehearsal, terminal: Terminal): void {
  const printer = new Printer(rehearsal, terminal);
  terminal.print(terminal.colors.bold(safeText(title(rehearsal), 300)));
  printer.calendar();
  printer.campaigns();
  printer.competitions();
  printer.leftOut();
  printer.texts();
  printer.bullets("Warnings of the program", rehearsal.warnings);
  printer.bullets("What is assumed, because it cannot be known", rehearsal.assumptions);
}

class Printer {
  constructor(
    private readonly rehearsal: Rehearsal,
    private readonly terminal: Terminal,
  ) {}

  calendar(): void {
    const { calendar, days } = this.rehearsal;
    const rows = calendar.flatMap(({ day, date, seats }) => seats.map((seat) => ({ day, date, ...seat })));
    this.heading("Calendar");
    if (rows.length === 0) {
      this.terminal.print("No seat does anything.");
      return;
    }
    const shown = actionsIn(rows.map(({ counts }) => counts));
    this.terminal.printTable(
      [
        { title: "DAY", align: "right", overflow: "keep" },
        { title: "DATE", overflow: "keep" },
        { title: "SEAT", overflow: "keep" },
        ...shown.map((action): Column => ({ title: actionWords[action][1].toUpperCase(), align: "right" })),
      ],
      rows.map((row) => [
        ...[String(row.day), row.date, seatName(row)],
        ...shown.map((action) => String(row.counts[action] ?? 0)),
      ]),
    );
    const last = lastBusyDay(this.rehearsal) ?? 0;
    if (last < days) this.terminal.print(this.terminal.colors.dim(`Nothing is sent after day ${last}.`));
  }

  campaigns(): void {
    const { campaigns, days } = this.rehearsal;
    const { yellow } = this.terminal.colors;
    const right = (word: string): Column => ({ title: word, align: "right", overflow: "keep" });
    this.heading("Campaigns");
    this.terminal.printTable(
      [
        { title: "CAMPAIGN" },
        { title: "SEATS" },
        ...["CONTACTS", "DONE", "ANSWERED", "LEFT OUT", "UNDER WAY", "NOT BEGUN"].map(right),
        { title: "FINISHES", overflow: "keep" },
      ],
      campaigns.map((campaign) => {
        const { all, finished, answered, leftOut, running, waiting } = campaign.people;
        const finish = finishWords(campaign, days);
        return [
          ...[campaign.name, seatsWords(campaign)],
          ...[all, finished, answered, leftOut, running, waiting].map(String),
          { text: finish, style: campaign.finishedOn === undefined ? yellow : (text: string) => text },
        ];
      }),
    );
  }

  competitions(): void {
    const { competitions, days, campaigns } = this.rehearsal;
    if (competitions.length === 0) return;
    this.heading("Campaigns that compete for a seat");
    for (const { seat, kind, full, campaigns: rivals } of competitions) {
      this.terminal.print(
        `${seatName({ seat, kind })}: ${full.length === 0 ? "enough for all of them" : `used up (${fullWords(full)})`}`,
      );
      for (const { campaign, name, counts } of rivals) {
        const found = campaigns.find(({ key }) => key === campaign);
        const finish = found === undefined ? "" : `; finishes: ${finishWords(found, days)}`;
        this.wrapped(`  ${safeText(name, 80)}: ${countsWords(counts)}${finish}`, "    ");
      }
    }
  }

  leftOut(): void {
    const rows = this.rehearsal.campaigns.flatMap(({ name, leftOut }) =>
      leftOut.map(({ contacts, status, reason }) => [name, String(contacts), status, reason]),
    );
    if (rows.length === 0) return;
    this.heading("Contacts who leave without all steps");
    this.terminal.printTable(
      [
        { title: "CAMPAIGN" },
        { title: "CONTACTS", align: "right", overflow: "keep" },
        { title: "HOW", overflow: "keep" },
        { title: "WHY", overflow: "wrap" },
      ],
      rows,
    );
  }

  texts(): void {
    this.heading("Steps and texts, as the first contact gets them");
    for (const [index, campaign] of this.rehearsal.campaigns.entries()) {
      if (index > 0) this.terminal.print();
      this.campaignTexts(campaign);
    }
  }

  private campaignTexts({ name, steps, declaredActive }: RehearsedCampaign): void {
    const note = declaredActive ? "" : " (not declared active: switched on by the rehearsal)";
    this.wrapped(`${this.terminal.colors.bold(safeText(name, 120))}${this.terminal.colors.dim(note)}`, "  ");
    for (const step of steps) this.step(step);
  }

  private step(step: RehearsedStep): void {
    const { dim, yellow } = this.terminal.colors;
    this.terminal.print(`  ${step.number}. ${safeText(step.label, 80)}: ${dim(sentWords(step))}`);
    if (step.writtenBy === "service") this.wrapped(dim(`     ${writtenLater}`), "     ");
    for (const { field, text } of step.texts) {
      const label = step.texts.length > 1 ? `${field}: ` : "";
      for (const line of clipped(visible(text), longestText).split("\n")) this.wrapped(`     ${label}${line}`, "     ");
    }
    for (const empty of step.emptyVariables) {
      const example = clipped(visible(empty.example), 300).replaceAll("\n", " ");
      this.wrapped(`   ${yellow("!")} ${emptyWords(empty)}: ${inCurlyQuotes(example)}`, "     ");
    }
  }

  bullets(heading: string, texts: readonly string[]): void {
    if (texts.length === 0) return;
    this.heading(heading);
    for (const text of texts) this.wrapped(` - ${safeText(text, 1000)}`, "   ");
  }

  private heading(text: string): void {
    this.terminal.print();
    this.terminal.print(this.terminal.colors.bold(text));
  }

  /** Wraps a text to the terminal's width and indents all lines but the first. Without a terminal, it is one line. */
  private wrapped(text: string, margin: string): void {
    const { width } = this.terminal;
    if (width === undefined) {
      this.terminal.print(text);
      return;
    }
    const start = /^ */.exec(text)?.[0] ?? "";
    const lines = wrapTo(text.slice(start.length), Math.max(20, width - margin.length));
    for (const [index, line] of lines.entries()) this.terminal.print(`${index === 0 ? start : margin}${line}`);
  }
}

/** Prints the difference between two rehearsals for a person. */
export function printDifference(difference: RehearsalDifference, terminal: Terminal): void {
  const { project, stack, effects, assumptions } = difference;
  const { bold, dim } = terminal.colors;
  const title = `Rehearsal of ${project}/${stack} against ${againstWords(difference)}`;
  terminal.print(bold(safeText(title, 300)));
  terminal.print(summaryWords(difference));
  printBullets(
    effects.map(({ text }) => text),
    terminal,
  );
  terminal.print();
  terminal.print(dim(`${settingWords(difference)} What is assumed of both:`));
  printBullets(assumptions, terminal);
}
