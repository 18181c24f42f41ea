import { Type, type Static, type TProperties } from 'typebox'
import { DateRange, Day, get, Nullable, One, PersonRef, Timestamp } from '#contract/kit/endpoint.ts'
import { ENTRY_STATES } from './auto-assign-qa.ts'
import type { LeadQuery } from './lead.ts'

/** How many sources home compares. */
export const MOST_SOURCES = 12

export const STAGES = ['received', 'assigned', 'in_progress', 'valid', 'contacted', 'won'] as const
export type Stage = (typeof STAGES)[number]

/** Funnel by now, each stage with the filter of the list of leads that finds those who came so far. */
export const FUNNEL: Readonly<Record<Stage, LeadQuery>> = {
  received: {},
  assigned: { status: ['assigned', 'in-progress', 'on_hold', 'valid', 'invalid'] },
  in_progress: { status: ['in-progress', 'on_hold', 'valid', 'invalid'] },
  valid: { status: ['valid'] },
  contacted: { enquiry_status: ['contacted', 'quoted', 'nurture', 'won', 'lost'] },
  won: { enquiry_status: ['won'] },
}

/** What a person still has to do: a verdict in QA, the outcome in sales. */
export const LOAD: Readonly<Record<'assigned' | 'valid', LeadQuery>> = {
  assigned: { status: ['assigned', 'in-progress', 'on_hold'] },
  valid: { enquiry_status: ['open', 'contacted', 'quoted', 'nurture'] },
}

const OnDay = Type.Object({ day: Day, received: Type.Integer() })

/** What a person decided over some days; times are working time. */
const Decided = Type.Object({
  valid: Type.Integer(),
  invalid: Type.Integer(),
  /** Whose verdict does not stand any more. */
  changed: Type.Integer(),
  /** Of those with a target: how many, how many of them were taken in hand within it, and the medians. */
  clocked: Type.Integer(),
  in_time: Type.Integer(),
  took_ms: Nullable(Type.Integer()),
  target_ms: Nullable(Type.Integer()),
})

/** Null: not for whoever asks. */
export const HomeFigures = Type.Object({
  /** What came today so far, and on the same day of the week before, whatever days are asked for. */
  intake: Nullable(Type.Object({ today: OnDay, week_before: OnDay })),
  funnel: Nullable(
    Type.Object({
      received: Type.Integer(),
      assigned: Type.Integer(),
      in_progress: Type.Integer(),
      valid: Type.Integer(),
      contacted: Type.Integer(),
      won: Type.Integer(),
    }),
  ),
  /** The `MOST_SOURCES` by which most came, most first. */
  sources: Nullable(
    Type.Array(
      Type.Object({
        source: Type.String(),
        received: Type.Integer(),
        valid: Type.Integer(),
        invalid: Type.Integer(),
      }),
    ),
  ),
  /** The six that most leads are invalid for. */
  reasons: Nullable(Type.Array(Type.Object({ reason: Type.String(), leads: Type.Integer() }))),
  /** How soon valid leads were answered, in seconds, at most 5 % off: one's own, or everybody's for whoever sees those. */
  response: Nullable(
    Type.Object({
      own: Type.Boolean(),
      p50: Nullable(Type.Number()),
      p90: Nullable(Type.Number()),
      received: Type.Integer(),
      open: Type.Integer(),
      won: Type.Integer(),
      lost: Type.Integer(),
    }),
  ),
  /** What became of one's own leads, for who sells them: this month against as much of the last one, and of the last 90 days. */
  sales: Nullable(
    Type.Object({
      won: Type.Object({ now: Type.Integer(), before: Type.Integer() }),
      lost: Type.Object({ now: Type.Integer(), before: Type.Integer() }),
      conversion: Type.Object({ received: Type.Integer(), won: Type.Integer() }),
    }),
  ),
  /** What QA decided themselves, for people who see their own queue alone: the last 30 days, and the 30 before. */
  quality: Nullable(
    Type.Object({
      from_date: Day,
      monday: Day,
      /** Since Monday, and as far into the week before. */
      week: Type.Object({ now: Type.Integer(), before: Type.Integer() }),
      now: Decided,
      before: Decided,
      /** The last 30 days in parts of five: how many they decided, and the shares that were in time and valid; null: of none. */
      lines: Type.Object({
        decided: Type.Array(Type.Integer()),
        in_time: Type.Array(Nullable(Type.Number())),
        valid: Type.Array(Nullable(Type.Number())),
      }),
      /** How many of the leads that they validated are where in sales; what is not named has none. */
      became: Type.Partial(
        Type.Object({
          open: Type.Integer(),
          contacted: Type.Integer(),
          quoted: Type.Integer(),
          won: Type.Integer(),
          lost: Type.Integer(),
          nurture: Type.Integer(),
        }),
      ),
      /** Why leads that they rejected are invalid, the most frequent first. */
      reasons: Type.Array(Type.Object({ reason: Type.String(), leads: Type.Integer() })),
    }),
  ),
  /** The ten who have most to do now, whatever days are asked for: a row for each list on which the asker sees everybody's, also a 0. */
  load: Nullable(
    Type.Array(Type.Object({ person: PersonRef, list: Type.Enum(['assigned', 'valid']), leads: Type.Integer() })),
  ),
})
export type HomeFigures = Static<typeof HomeFigures>

/** Leads whose time is up, or soon is. */
const Late = Type.Object({
  leads: Type.Integer(),
  /** Their owners with most of them, three at most. */
  people: Type.Array(Type.Object({ person: PersonRef, leads: Type.Integer() })),
  /** Of overdue ones: by how much working time the first is over its target. */
  most_over_ms: Nullable(Type.Integer()),
})

const Waiting = Type.Object({ leads: Type.Integer(), oldest_at: Nullable(Timestamp) })

/** How many people of each list are shown, those with overdue leads first. */
export const MOST_MEMBERS = 6

const member = {
  person: PersonRef,
  state: Type.Enum([...ENTRY_STATES]),
  /** When the shift ends, or the state passes; null where neither is known. */
  until: Nullable(Timestamp),
  /** QA: leads to decide. Sales: valid leads that nobody has contacted yet. */
  open: Type.Integer(),
  overdue: Type.Integer(),
}
const Team = <P extends TProperties>(more: P) =>
  Nullable(Type.Object({ people: Type.Array(Type.Object({ ...member, ...more })), more: Type.Integer() }))

/** What waits for a manager now; null where the caller may not see everybody’s. */
export const ManagerNow = Type.Object({
  /** Without a verdict, those on hold or quarantined aside: by `WAITING`. */
  waiting: Nullable(Waiting),
  unassigned: Nullable(Waiting),
  quarantined: Nullable(Type.Integer()),
  qa: Nullable(Type.Object({ overdue: Late, due_soon: Late })),
  sales: Nullable(Type.Object({ overdue: Late, due_soon: Late })),
  team: Type.Object({
    qa: Team({
      open_cap: Nullable(Type.Integer()),
      /** Verdicts of today on the person’s leads. */
      valid: Type.Integer(),
      invalid: Type.Integer(),
    }),
    sales: Team({ won: Type.Integer() }),
  }),
  /** Today, and the first day of its month, where the caller is. */
  today: Day,
  month: Day,
})
export type ManagerNow = Static<typeof ManagerNow>

/** The leads that wait for a verdict, as the list of all leads finds them. */
export const WAITING = {
  status: ['new', 'assigned', 'in-progress'],
  quarantined: 'no',
} as const satisfies LeadQuery

export const PERIODS = ['7', '30', '90'] as const
export type Period = (typeof PERIODS)[number]

/** In how many parts of the period a figure is drawn at most. */
export const SPARKS = 10

const Numbers = Type.Array(Nullable(Type.Number()))
const Verdicts = Type.Object({ valid: Type.Integer(), invalid: Type.Integer() })
const Contacts = Type.Object({
  contacts: Type.Integer(),
  in_time: Type.Integer(),
  /** Of working time; null where nobody was contacted. */
  median_ms: Nullable(Type.Integer()),
})

/**
 * The last days with today so far, against as many days before up to the same time of day. Each figure is of what happened then:
 * leads that came, verdicts, first contacts, wins. `line` has its parts of the period, oldest first.
 */
export const ManagerPeriod = Type.Object({
  from: Day,
  to: Day,
  received: Nullable(Type.Object({ now: Type.Integer(), before: Type.Integer(), line: Numbers })),
  verdicts: Nullable(
    Type.Object({
      now: Verdicts,
      before: Verdicts,
      line: Numbers,
      days: Type.Array(Type.Object({ day: Day, ...Verdicts.properties })),
    }),
  ),
  first_contact: Nullable(
    Type.Object({
      now: Contacts,
      before: Contacts,
      line: Numbers,
      /** The shortest and the longest target that these leads had; null where nobody was contacted. */
      target_ms: Nullable(Type.Object({ least: Type.Integer(), most: Type.Integer() })),
    }),
  ),
  won: Nullable(Type.Object({ now: Type.Integer(), before: Type.Integer(), line: Numbers })),
})
export type ManagerPeriod = Static<typeof ManagerPeriod>

export const dashboard = {
  now: get('/marketing/dashboard_now', {
    summary: 'The work that waits for a manager now, and the team members with theirs',
    permission: 'signed-in',
    reply: One(ManagerNow),
    failure: 'The team’s work did not load. Try again.',
  }),
  period: get('/marketing/dashboard_period', {
    summary: 'Figures of the last days against as many days before',
    permission: 'signed-in',
    query: Type.Object({ days: Type.Optional(Type.Enum([...PERIODS])) }),
    reply: One(ManagerPeriod),
    failure: 'The figures did not load. Try again.',
  }),
  home: get('/marketing/dashboard_home', {
    summary: 'The dashboard figures that the caller can see, by the days on which leads came in',
    permission: 'signed-in',
    query: Type.Object({ ...DateRange }),
    reply: One(HomeFigures),
    failure: 'The dashboard did not load. Try again.',
  }),
}
