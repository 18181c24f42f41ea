import type { Identity } from '#server/db/identity/door.ts'
import type { Tenants } from '#server/db/tenant.ts'
import { openLimit, type Limit } from '#server/kit/rate.ts'
import { deriveKey } from '#server/kit/secrets.ts'
import { openForms, type Forms } from './forms.ts'

/** What everything about the public forms has in common. */
export interface Intake {
  forms: Forms
  /** Signs the tokens that the form page gives out. */
  tokenKey: Buffer
  /** Digests form keys. */
  formKey: Buffer
  publicUrl: string
  /** How many enquiries one address may send through one form in a minute. */
  perMinute: number
  /** Counts whatever an address asks of a form, whether or not there is one. */
  byAddress: Limit
}

export const openIntake = (
  { secret, publicUrl, intakePerMinute }: { secret: string; publicUrl: string; intakePerMinute: number },
  { identity, tenants }: { identity: Identity; tenants: Tenants },
): Intake => {
  const formKey = deriveKey(secret, 'form-key')
  return {
    forms: openForms({ identity, tenants, formKey }),
    tokenKey: deriveKey(secret, 'form-token'),
    formKey,
    publicUrl,
    perMinute: intakePerMinute,
    byAddress: openLimit(intakePerMinute * 2),
  }
}
