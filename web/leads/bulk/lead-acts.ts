import { bulk } from '#contract/leads/bulk.ts'
import type { Foreseen } from '#contract/platform/bulk.ts'
import { EXPORT_COLUMN_NAMES, exports, type ExportColumn } from '#contract/leads/exports.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { callOnce } from '#web/kit/data/api.ts'

export type BulkAct = 'assign' | 'start' | 'hold' | 'invalidate' | 'comment' | 'remove' | 'export'

/** What each act is called, of so many leads; on its dialog and on the button that begins it. */
export const NAME_OF_ACT: Readonly<Record<BulkAct, (leads: string) => string>> = {
  assign: (leads) => `Assign ${leads}`,
  start: (leads) => `Set ${leads} in progress`,
  hold: (leads) => `Put ${leads} on hold`,
  invalidate: (leads) => `Mark ${leads} invalid`,
  comment: (leads) => `Comment on ${leads}`,
  remove: (leads) => `Delete ${leads}`,
  export: (leads) => `Export ${leads}`,
}

/** What the person has filled in, whichever act it is. */
export interface Said {
  staffId: number | undefined
  reason: BodyOf<typeof bulk.invalidate>['reason'] | undefined
  note: string
  until: string | undefined
  comment: string
  columns: readonly ExportColumn[]
}
export const NOTHING_SAID: Said = {
  staffId: undefined,
  reason: undefined,
  note: '',
  until: undefined,
  comment: '',
  columns: EXPORT_COLUMN_NAMES,
}

/** An act of which enough was said. */
export interface ReadyAct {
  /** What would become of the leads; asked again when `about` is another. Undefined: all of them take it. */
  foresee?: { about: string; ask: () => Promise<Asked> }
  /** Pressed again before it was answered, it is the same job. */
  run: () => Promise<unknown>
}

/** What a dry run answers: all that was asked, or the job that finds it out. */
interface Asked {
  foreseen: Foreseen
  job: number | null
}

/** Undefined until enough is said. */
export const readyAct = (
  act: BulkAct,
  selection: number,
  { staffId, reason, note, until, comment, columns }: Said,
): ReadyAct | undefined => {
  switch (act) {
    case 'assign':
      if (staffId === undefined) return undefined
      return ready((dry) => callOnce(bulk.assign, { body: { selection, staffId, ...dry } }), String(staffId))
    case 'start':
      return ready((dry) => callOnce(bulk.start, { body: { selection, ...dry } }))
    case 'hold': {
      if (until === undefined) return undefined
      const why = note.trim() && { reason: note.trim() }
      return ready((dry) => callOnce(bulk.hold, { body: { selection, until, ...why, ...dry } }))
    }
    case 'invalidate': {
      if (reason === undefined || (reason === 'other' && !note.trim())) return undefined
      const why = note.trim() ? { reason, note: note.trim() } : { reason }
      return ready((dry) => callOnce(bulk.invalidate, { body: { selection, ...why, ...dry } }))
    }
    case 'comment':
      if (!comment.trim()) return undefined
      return ready((dry) => callOnce(bulk.comment, { body: { selection, comment: comment.trim(), ...dry } }))
    case 'remove':
      return ready((dry) => callOnce(bulk.remove, { body: { selection, ...dry } }))
    case 'export':
      return columns.length
        ? { run: () => callOnce(exports.begin, { body: { selection, columns: [...columns] } }) }
        : undefined
  }
}

/** What is said in words alone changes nothing about which leads take it. */
const ready = (send: (dry: { dryRun?: boolean }) => Promise<{ data: Asked }>, about = ''): ReadyAct => ({
  foresee: { about, ask: async () => (await send({ dryRun: true })).data },
  run: () => send({}),
})
