import { feature } from '#server/platform/feature.ts'
import { forgetAddresses } from './forget.ts'

export const outbox = feature({
  forget: { 'outbox.forget': forgetAddresses },
  // What a mail to oneself or of a test says follows from nothing.
  mails: { test: {} },
})
