import { bulk } from '#contract/leads/bulk.ts'
import { EXPORT_COLUMN_NAMES, exports } from '#contract/leads/exports.ts'
import { callOnce } from '#web/kit/data/api.ts'
import { prepared, type BulkArea } from '#web/platform/bulk/bulk-area.ts'
import type { BulkAct, LeadValues } from './lead-values.ts'
import { LeadFields } from './LeadFields.tsx'

const prepare: BulkArea<BulkAct, LeadValues>['prepare'] = (
  act,
  selection,
  { staffId, reason, note, until, comment, columns },
) => {
  switch (act) {
    case 'assign':
      if (staffId === undefined) return undefined
      return prepared((dry) => callOnce(bulk.assign, { body: { selection, staffId, ...dry } }), String(staffId))
    case 'start':
      return prepared((dry) => callOnce(bulk.start, { body: { selection, ...dry } }))
    case 'hold': {
      if (until === undefined) return undefined
      const why = note.trim() && { reason: note.trim() }
      return prepared((dry) => callOnce(bulk.hold, { body: { selection, until, ...why, ...dry } }))
    }
    case 'invalidate': {
      if (reason === undefined || (reason === 'other' && !note.trim())) return undefined
      const why = note.trim() ? { reason, note: note.trim() } : { reason }
      return prepared((dry) => callOnce(bulk.invalidate, { body: { selection, ...why, ...dry } }))
    }
    case 'comment':
      if (!comment.trim()) return undefined
      return prepared((dry) => callOnce(bulk.comment, { body: { selection, comment: comment.trim(), ...dry } }))
    case 'remove':
      return prepared((dry) => callOnce(bulk.remove, { body: { selection, ...dry } }))
    case 'export':
      return columns.length
        ? { run: () => callOnce(exports.begin, { body: { selection, columns: [...columns] } }) }
        : undefined
  }
}

export const LEAD_ACTS: BulkArea<BulkAct, LeadValues> = {
  noun: { one: 'lead', many: 'leads' },
  names: {
    assign: (leads) => `Assign ${leads}`,
    start: (leads) => `Set ${leads} in progress`,
    hold: (leads) => `Put ${leads} on hold`,
    invalidate: (leads) => `Mark ${leads} invalid`,
    comment: (leads) => `Comment on ${leads}`,
    remove: (leads) => `Delete ${leads}`,
    export: (leads) => `Export ${leads}`,
  },
  loses: new Set(['remove', 'invalidate']),
  empty: {
    staffId: undefined,
    reason: undefined,
    note: '',
    until: undefined,
    comment: '',
    columns: EXPORT_COLUMN_NAMES,
  },
  words: ['note', 'comment'],
  Fields: LeadFields,
  prepare,
}
