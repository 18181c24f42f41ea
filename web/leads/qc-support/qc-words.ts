import type { QcState, QcTopic } from '#contract/leads/qc-support.ts'
import type { Tone } from '#web/kit/look/StatusTag.tsx'

export const QC_TOPIC: Readonly<Record<QcTopic, string>> = {
  specification: 'Specification',
  certificate: 'Certificate',
  packing: 'Packing',
  price: 'Price',
  delivery: 'Delivery',
  complaint: 'Complaint',
  other: 'Other',
}

export const QC_STATE: Readonly<Record<QcState, { label: string; tone: Tone }>> = {
  open: { label: 'Open', tone: 'info' },
  answered: { label: 'Answered', tone: 'success' },
  reopened: { label: 'Reopened', tone: 'warning' },
  closed: { label: 'Closed', tone: 'neutral' },
}
