import { randomUUID } from 'node:crypto'
import { crashPoint } from '#server/db/crash.ts'
import { halvePace, serverAnswers, serverFails } from '#server/db/identity/mail-server.ts'
import type { Identity } from '#server/db/identity/door.ts'
import type { Tenants } from '#server/db/tenant.ts'
import type { Turn } from '#server/kit/due-turn.ts'
import { Unwritable } from '#server/outside/mail-message.ts'
import type { Outcome, SmtpLane, Unreached } from '#server/outside/smtp.ts'
import { AWAY_MINUTES, stopBy, watch } from './breaker.ts'
import { ACTOR, endOf, handOver, type Handed, type Waiting } from './hand-over.ts'
import type { EndedMail, MailKinds } from './kind.ts'
import { expand, prepare } from './prepare.ts'
import { noteNext, settle, type Worked } from './settle.ts'
import { openSupply, type Supply } from './supply.ts'
import type { Writer } from './write.ts'

/** What sending takes. */
export interface Outbox {
  /** They tell nobody of what they store. */
  tenants: Tenants
  identity: Identity
  kinds: MailKinds
  lanes: readonly SmtpLane[]
  writer: Writer
  perMinute: number
  stopping(): boolean
}

/** How long a turn takes new mails, so that companies alternate. */
const TURN_MS = 1_000
/** A mark that is older than this is given up: somebody else may have taken over, while this process slept. */
const FRESH_MS = 30_000
const PACED_SECONDS = 1
const MOST_WAIT_SECONDS = 300

/** A company's turn: what is prepared is handed over by all lanes, for a second or so, and then summed. */
export const sendTurn = async (outbox: Outbox, turn: Turn): Promise<void> => {
  const { identity, kinds, lanes } = outbox
  const { companyId } = turn
  const tenants = turn.during(outbox.tenants)
  const token = randomUUID()
  const from = performance.now()
  const inTime = (ms: number) => performance.now() < from + ms && !outbox.stopping()
  while ((await tenants.write(companyId, ACTOR, (tenant) => expand(tenant, kinds))) && inTime(TURN_MS / 2));
  const found = await tenants.write(companyId, ACTOR, (tenant) => prepare(tenant, kinds, token))
  crashPoint('mail.prepared')

  const works = found.map((each): Worked => {
    const watched = { ended: 0, hard: 0, policyInRow: 0, ...each.watched }
    return { mailing: { ...each, watched }, found: each, ended: [], deferred: 0 }
  })
  const supply = openSupply({
    tenants: outbox.tenants,
    identity,
    companyId,
    kinds: Object.keys(kinds),
    perMinute: outbox.perMinute,
    mailings: works.map(({ mailing }) => mailing),
    deadline: from + TURN_MS,
  })
  const state: State = { crowded: false, answered: false }
  const shift = { outbox, turn, token, supply, works, state }
  const ended = await Promise.allSettled(lanes.map((lane) => workLane(shift, lane)))
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason

  const wait = await hearServer(outbox, shift, (performance.now() - from) / 1_000)
  await tenants.write(companyId, ACTOR, async (tenant) => {
    for (const work of works) await settle(tenant, kinds, token, work)
    await noteNext(tenant, kinds, wait ?? (supply.ended() === 'paced' ? PACED_SECONDS : undefined))
  })
}

interface State {
  crowded: boolean
  answered: boolean
  unreached?: Unreached
}

interface Shift {
  outbox: Outbox
  turn: Turn
  token: string
  supply: Supply
  works: readonly Worked[]
  state: State
}

/** One mail after the other over one connection; each is marked by the commit that stores what became of the one before. */
const workLane = async (shift: Shift, lane: SmtpLane): Promise<void> => {
  const { outbox, turn, token, supply, state } = shift
  const { tenants, kinds, writer } = outbox
  let last: Handed | undefined
  try {
    for (;;) {
      const next = await nextFor(shift, lane)
      if (!next && !last) return
      const markedAt = [performance.now(), Date.now()] as const
      const mark = await handOver(tenants, turn, kinds, token, last, next)
      last = undefined
      if (next && mark === 'skipped') note(shift, { mail: next, end: skipped(next) })
      if (!next || mark !== 'handing') continue
      crashPoint('mail.marked')
      const isFresh = () => performance.now() - markedAt[0] < FRESH_MS && Math.abs(Date.now() - markedAt[1]) < FRESH_MS
      const outcome = await send(writer, kinds, lane, next, isFresh)
      crashPoint('mail.sent')
      last = { mail: next, outcome }
      if (outcome.state === 'sent') state.answered = true
      if (outcome.state === 'deferred' && outcome.crowded) state.crowded = true
      note(shift, { mail: next, end: endOf(last), refused: outcome.state === 'refused' ? outcome : undefined })
    }
  } catch (error) {
    // What the others have handed over is stored; nobody begins anything more.
    supply.shut()
    throw error
  }
}

/** A mail for a lane that has a connection. */
const nextFor = async ({ supply, state }: Shift, lane: SmtpLane): Promise<Waiting | undefined> => {
  if (state.unreached) return undefined
  const next = await supply.next()
  if (!next) return undefined
  const unreached = await lane.ready()
  if (!unreached) return next
  // It is not marked: whoever comes next finds it.
  state.unreached = unreached
  supply.shut()
  return undefined
}

const send = async (
  writer: Writer,
  kinds: MailKinds,
  lane: SmtpLane,
  mail: Waiting,
  isFresh: () => boolean,
): Promise<Outcome> => {
  try {
    const { envelope, text } = await writer.write(mail, kinds[mail.kind] ?? {})
    return await lane.send(envelope, text, isFresh)
  } catch (error) {
    if (!(error instanceof Unwritable)) throw error
    return { state: 'refused', class: 'policy', code: '', reply: error.message, bySender: false }
  }
}

const skipped = ({ companyId, id, mailingId, forId, address }: Waiting): EndedMail => {
  const mail = { companyId, id, mailingId, forId, address }
  return { ...mail, state: 'skipped', class: null, code: null, reply: null }
}

interface Noted {
  mail: Waiting
  /** Undefined where it is tried again. */
  end: EndedMail | undefined
  refused?: (Outcome & { state: 'refused' }) | undefined
}

/** What a mail means for its mailing. */
const note = ({ works }: Shift, { mail, end, refused }: Noted) => {
  const work = works.find(({ mailing }) => mailing.id === mail.mailingId)
  if (!work) return
  const { mailing } = work
  if (end) work.ended.push(end)
  else work.deferred += 1
  if (!end || end.state === 'skipped') return
  mailing.watched = watch(mailing.watched, end)
  const stop = refused?.bySender
    ? { code: 'sender', reason: `The mail server refuses the sender: ${refused.reply}` }
    : stopBy(mailing.watched, end)
  if (stop) mailing.stop ??= stop
}

/** What the turn has shown of the mail server. Answers how many seconds to leave it alone, where that is needed. */
const hearServer = async (
  { identity }: Outbox,
  { state, works }: Shift,
  seconds: number,
): Promise<number | undefined> => {
  if (state.crowded) await halvePace(identity)
  else if (state.answered) await serverAnswers(identity, seconds)
  if (!state.unreached) return undefined
  const { reason, ours } = state.unreached
  const { failures, minutes } = await serverFails(identity)
  const stop = ours
    ? { code: 'sign_in', reason: `The mail server does not take our name and password: ${reason}` }
    : { code: 'unreachable', reason: `The mail server could not be reached for ${AWAY_MINUTES} minutes: ${reason}` }
  if (ours || minutes >= AWAY_MINUTES) for (const { mailing } of works) mailing.stop ??= stop
  return Math.min(MOST_WAIT_SECONDS, 5 * 2 ** Math.min(failures, 10))
}
