import type { Input, OutputInstance } from "@pulumi/pulumi";
import type { Id } from "../../kind/id";
import { isUnknown } from "../../lifecycle/unknown";
import { type UndocumentedSignalType, undocumentedType } from "./signalTypes";

// The order matters: if the compiler cannot tell which type was meant, it compares with the last one.
/** A signal, or an Output or promise of one. */
export type SignalInput = SignalPromise | SignalOutput | Signal;

/**
 * A promise of a signal. `type` is declared for the compiler: its error for a wrong type lists the existing ones, and for a
 * signal with a known type it compares only with signals of that type.
 */
export interface SignalPromise extends Promise<Signal> {
  /** Of the signal, once it is known. */
  readonly type?: object;
}

/** An Output of a signal; see `SignalPromise`. */
export interface SignalOutput extends OutputInstance<Signal> {
  /** Of the signal, once it is known. */
  readonly type?: object;
}

/** Fields that any signal may have in addition to its value. Service specification: Signal. */
export interface SignalSeat {
  /** True if the service uses the LinkedIn session of the seat to look for this signal. */
  needsUserToken?: Input<boolean>;
  /** The LinkedIn seat whose session is used. */
  linkedinSeatId?: Input<Id>;
}

/** People who post about a keyword or engage with such posts. Service specification: Signal, `SEARCH_KEYWORD`. */
export interface SearchKeywordSignal extends SignalSeat {
  /** What is looked for. */
  type: "SEARCH_KEYWORD";
  /** One to three words in literal double quotes: `'"open banking"'`. `signal.searchKeyword` adds the quotes. */
  value: Input<string>;
}

/** People around a page. Service specification: Signal, `COMPETITOR_PAGE_URL`, `INFLUENCER_PAGE_URL`. */
export interface PageSignal extends SignalSeat {
  /** What is looked for. */
  type: "COMPETITOR_PAGE_URL" | "INFLUENCER_PAGE_URL";
  /** URL of a company page, or of an influencer's profile, on the professional network. */
  value: Input<string>;
}

/** An event at a person or a company. Service specification: Signal, event signals. */
export interface EventSignal extends SignalSeat {
  /** What is looked for. */
  type: "RECENTLY_CHANGED_JOB" | "HIRING";
  /** The string `"true"`. */
  value: Input<"true">;
}

/** Companies that use a technology. Service specification: Signal, `TECHNOLOGY`. */
export interface TechnologySignal extends SignalSeat {
  /** What is looked for. */
  type: "TECHNOLOGY";
  /** The technology's name in lower case, such as `stripe`. */
  value: Input<string>;
}

/** People who came to you. Service specification: Signal, `VISITED_PROFILE`, `YOUR_COMPANY_FOLLOWERS`. */
export interface SeatSignal {
  /** What is looked for. */
  type: "VISITED_PROFILE" | "YOUR_COMPANY_FOLLOWERS";
  /** The string `"true"`, as for other events. */
  value: Input<string>;
  /** Required, and `true`. */
  needsUserToken: Input<true>;
  /** Required: the seat whose profile or company is used. */
  linkedinSeatId: Input<Id>;
}

/** A signal of a type from the service's public description. The format of its value is not documented. */
export interface DescribedSignal extends SignalSeat {
  /** What is looked for. */
  type:
    | "SEARCH_KEYWORD_COMMENT"
    | "SEARCH_KEYWORD_LIKE"
    | "SEARCH_KEYWORD_POST"
    | "EVENT_KEYWORD"
    | "GROUP_KEYWORD"
    | "YOUR_COMPANY"
    | "YOUR_PROFILE"
    | "RECENT_ACTIVITY"
    | "RECENT_FUNDING_EVENT";
  /** What it is looked for with; sent as written. */
  value: Input<string>;
}

/** A signal of an undocumented type, made by `signal.event`. It is accepted with a warning. */
export interface UndocumentedSignal extends SignalSeat {
  /** What is looked for. */
  type: UndocumentedSignalType;
  /** What it is looked for with; sent as written. */
  value: Input<string>;
}

/**
 * What a source agent looks for, distinguished by `type`. `LOOKALIKE` and `JOB_SEARCH` are not included, because the
 * service refuses them. The service does not validate values, and a malformed one silently finds nobody, so it is an error
 * here unless acknowledged with `acknowledge: ["as-is:variables[2]"]`. The constructors in `signal` return these objects.
 * Service specification: Signal; `POST /v1/agent`, rules 1 and 3.
 */
export type Signal =
  | SearchKeywordSignal
  | PageSignal
  | EventSignal
  | TechnologySignal
  | SeatSignal
  | DescribedSignal
  | UndocumentedSignal;

/** Changes a text once it is known. Other values are left to the rules. */
function whenKnown(value: Input<string>, change: (text: string) => string): Input<string> {
  if (typeof value === "string") return isUnknown(value) ? value : change(value);
  if (value instanceof Promise) return value.then((text) => change(text));
  return typeof value?.apply === "function" ? value.apply((text) => change(text)) : value;
}

function inQuotes(keyword: string): string {
  if (typeof keyword !== "string" || isUnknown(keyword)) return keyword;
  const text = keyword.trim();
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text : `"${text}"`;
}

/** The seat used to look for a signal. */
export interface RequiredSeat {
  /** The LinkedIn seat whose profile or company is used. */
  linkedinSeatId: Input<Id>;
}

const signalConstructors = {
  /** People who post about a keyword of 1 to 3 words; the literal double quotes that the service requires are added. */
  searchKeyword(keyword: Input<string>, seat: SignalSeat = {}): SearchKeywordSignal {
    return { type: "SEARCH_KEYWORD", value: whenKnown(keyword, inQuotes), ...seat };
  },
  /** People around a competitor: the URL of its company page on the professional network. */
  competitorPage(url: Input<string>, seat: SignalSeat = {}): PageSignal {
    return { type: "COMPETITOR_PAGE_URL", value: url, ...seat };
  },
  /** People around an influencer: the URL of the profile on the professional network. */
  influencerPage(url: Input<string>, seat: SignalSeat = {}): PageSignal {
    return { type: "INFLUENCER_PAGE_URL", value: url, ...seat };
  },
  /** Companies that use a technology, in lower case as in `stripe`: the service finds nobody for `Stripe`. */
  technology(name: Input<string>, seat: SignalSeat = {}): TechnologySignal {
    return { type: "TECHNOLOGY", value: name, ...seat };
  },
  /** Companies that are hiring. */
  hiring(seat: SignalSeat = {}): EventSignal {
    return { type: "HIRING", value: "true", ...seat };
  },
  /** People who changed their job recently. */
  recentlyChangedJob(seat: SignalSeat = {}): EventSignal {
    return { type: "RECENTLY_CHANGED_JOB", value: "true", ...seat };
  },
  /** People who visited the profile of a seat. The seat is required; `needsUserToken` is set. */
  visitedProfile({ linkedinSeatId }: RequiredSeat): SeatSignal {
    return { type: "VISITED_PROFILE", value: "true", needsUserToken: true, linkedinSeatId };
  },
  /** Followers of the company of a seat. The seat is required; `needsUserToken` is set. */
  yourCompanyFollowers({ linkedinSeatId }: RequiredSeat): SeatSignal {
    return { type: "YOUR_COMPANY_FOLLOWERS", value: "true", needsUserToken: true, linkedinSeatId };
  },
  /** People who commented on posts with a keyword. The value's format is not documented: it is sent as given. */
  searchKeywordComment(keyword: Input<string>, seat: SignalSeat = {}): DescribedSignal {
    return { type: "SEARCH_KEYWORD_COMMENT", value: keyword, ...seat };
  },
  /** People who liked posts with a keyword. The value's format is not documented: it is sent as given. */
  searchKeywordLike(keyword: Input<string>, seat: SignalSeat = {}): DescribedSignal {
    return { type: "SEARCH_KEYWORD_LIKE", value: keyword, ...seat };
  },
  /** People who wrote posts with a keyword. The value's format is not documented: it is sent as given. */
  searchKeywordPost(keyword: Input<string>, seat: SignalSeat = {}): DescribedSignal {
    return { type: "SEARCH_KEYWORD_POST", value: keyword, ...seat };
  },
  /** People who attend events about a keyword. The value's format is not documented: it is sent as given. */
  eventKeyword(keyword: Input<string>, seat: SignalSeat = {}): DescribedSignal {
    return { type: "EVENT_KEYWORD", value: keyword, ...seat };
  },
  /** Members of groups about a keyword. The value's format is not documented: it is sent as given. */
  groupKeyword(keyword: Input<string>, seat: SignalSeat = {}): DescribedSignal {
    return { type: "GROUP_KEYWORD", value: keyword, ...seat };
  },
  /** People who engage with your company. Sent with the value `true`, as for other events. */
  yourCompany(seat: SignalSeat = {}): DescribedSignal {
    return { type: "YOUR_COMPANY", value: "true", ...seat };
  },
  /** People who engage with your profile. Sent with the value `true`, as for other events. */
  yourProfile(seat: SignalSeat = {}): DescribedSignal {
    return { type: "YOUR_PROFILE", value: "true", ...seat };
  },
  /** People who were active recently. Sent with the value `true`, as for other events. */
  recentActivity(seat: SignalSeat = {}): DescribedSignal {
    return { type: "RECENT_ACTIVITY", value: "true", ...seat };
  },
  /** Companies that raised money recently. Sent with the value `true`, as for other events. */
  recentFundingEvent(seat: SignalSeat = {}): DescribedSignal {
    return { type: "RECENT_FUNDING_EVENT", value: "true", ...seat };
  },
  /**
   * A signal of a type unknown to this package, with the value `true` by default. It is accepted with a warning, since the
   * specification does not list all types.
   */
  event(type: string, value: Input<string> = "true", seat: SignalSeat = {}): UndocumentedSignal {
    return { type: undocumentedType(type), value, ...seat };
  },
};

type SignalFunctions = typeof signalConstructors;
/** The type of `signal`. It is named so that the error for a misspelt constructor does not list all of them. */
export interface SignalConstructors extends SignalFunctions {}

/** Constructors of signals. Each returns a plain object, which can also be written as a literal. */
export const signal: SignalConstructors = signalConstructors;
