import type { UpdateStatus } from '#contract/catalogue/vendor-request.ts'
import type { VendorUpdateRow } from '#contract/catalogue/vendor-updates.ts'
import type { Noun } from '#web/kit/list/list.ts'
import { StatusTag, type Tone } from '#web/kit/look/StatusTag.tsx'

export const NOUN: Noun = ['vendor request', 'vendor requests']

export const UPDATE_WORDS: Readonly<Record<UpdateStatus, { label: string; tone: Tone }>> = {
  pending: { label: 'Pending', tone: 'warning' },
  needs_info: { label: 'Needs information', tone: 'info' },
  approved: { label: 'Approved', tone: 'success' },
  rejected: { label: 'Rejected', tone: 'error' },
  superseded: { label: 'Replaced', tone: 'neutral' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
}

export const UpdateTag = ({ status }: Pick<VendorUpdateRow, 'status'>) => (
  <StatusTag tone={UPDATE_WORDS[status].tone}>{UPDATE_WORDS[status].label}</StatusTag>
)

/** How it came in. */
export const CHANNEL_WORDS = {
  link: 'by link',
  form: 'by form',
  import: 'by import',
  staff: 'added by staff',
} as const
