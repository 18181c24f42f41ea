import type { Static, TObject } from 'typebox'
import type { Permission } from '#contract/kit/endpoint.ts'
import { MOST_EXAMPLES, type Example } from '#contract/platform/bulk.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { personJob, type JobKind } from '#server/platform/jobs/kind.ts'
import { startJob } from '#server/platform/jobs/start.ts'
import { selectionOf, selectRefused, type Selectable } from '#server/platform/selections/select.ts'
import { byRule, doNext, foreseeNext, type ActOnMany, type BulkEntity, type PreparedAct } from './act.ts'
import { summed, toOutcomes } from './outcomes.ts'

/** So many are looked at within the request that asks; a dry run of more is a job. As many as can be chosen one by one. */
const AT_ONCE = 1_000
/** So many are looked at in one chunk of that job. */
const LOOK_AHEAD = 5_000
/** Among so many rows the examples of a longer dry run are looked for. */
const FOR_EXAMPLES = 100

/** How the names of dry runs begin. */
export const DRY_RUN = 'foresee.'

/**
 * Makes acts on selections of an entity: each is a call of the contract (`bulkAct`), `area.verb` as the history names it, and what
 * prepares it for a caller and an input. It becomes two kinds of jobs of the same input, the dry run and the run, and the handler of the call.
 */
export const actsOnMany =
  (of: Selectable) =>
  <const I extends TObject>(
    name: string,
    { permission, body }: { permission: Permission; body: I },
    prepare: (tenant: Tenant, caller: Caller, input: Static<I>) => Promise<ActOnMany>,
  ) => {
    const kind: JobKind<I> = personJob({
      name,
      permission,
      input: body,
      undoable: true,
      async chunk({ tenant, caller, jobId, input, cursor }) {
        const place = { id: jobId, selectionId: selected(input), cursor }
        return doNext(tenant, of, await prepare(tenant, caller, input), place)
      },
      async retry({ tenant, caller, jobId, input }) {
        const { id, count } = await selectRefused(tenant, caller, of, jobId)
        const { title } = await prepare(tenant, caller, input)
        return { title: title(count), input: { ...input, selection: id }, total: count }
      },
    })

    const dryRun: JobKind<I> = personJob({
      name: `${DRY_RUN}${name}`,
      permission,
      input: body,
      quiet: true,
      async chunk({ tenant, caller, input, cursor }) {
        const place = { selectionId: selected(input), cursor, most: LOOK_AHEAD }
        const act = await prepare(tenant, caller, input)
        const { foreseen, examples: _, ...progress } = await foreseeNext(tenant, act, place)
        return { ...progress, outcomes: toOutcomes(foreseen) }
      },
    })

    return {
      kinds: [dryRun, kind],
      /** What would become of each row, for a dry run, or the job that finds out; else the job that does it. */
      async begin(request: { tenant: Tenant; caller: Caller; body: Static<I> & { dryRun?: boolean } }) {
        const { tenant, caller, body: input } = request
        const { id: selectionId, count: total } = await selectionOf(tenant, caller, of, selected(input))
        const act = await prepare(tenant, caller, input)
        if (input.dryRun && total <= AT_ONCE) {
          const { foreseen, examples } = await foreseeNext(tenant, act, { selectionId, cursor: 0, most: AT_ONCE })
          return { data: { foreseen: summed(foreseen), ...shown(examples), job: null } }
        }
        const job = { title: act.title(total), input, total, caller }
        if (!input.dryRun) return { data: { foreseen: [], job: await startJob(tenant, kind, job) } }
        // Examples are those of the first rows: they are there at once, and the job only counts.
        const { examples } = await foreseeNext(tenant, act, { selectionId, cursor: 0, most: FOR_EXAMPLES })
        return { data: { foreseen: [], ...shown(examples), job: await startJob(tenant, dryRun, job) } }
      },
    }
  }

const shown = (examples: readonly Example[] | undefined) =>
  examples ? { examples: examples.slice(0, MOST_EXAMPLES) } : {}

/** The same of acts that decide on each row alone. */
export const bulkActsOf = <Row extends Standing & { id: number }, Standing extends object, Names>(
  entity: BulkEntity<Row, Standing, Names>,
) => {
  const act = actsOnMany(entity)
  return <const I extends TObject>(
    name: string,
    call: { permission: Permission; body: I },
    prepare: (tenant: Tenant, caller: Caller, input: Static<I>) => Promise<PreparedAct<Row, Standing, Names>>,
  ) => act(name, call, async (tenant, caller, input) => byRule(tenant, entity, await prepare(tenant, caller, input)))
}

const selected = (input: object): number => Number(Object(input).selection)

/** The kinds of jobs of an area's acts, for its `feature.ts`. */
export const kindsOf = (acts: Readonly<Record<string, { kinds: readonly JobKind[] }>>): JobKind[] =>
  Object.values(acts).flatMap(({ kinds }) => kinds)
