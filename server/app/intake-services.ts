import type { IntakeServices } from '#server/leads/intake/routes.ts'
import { deriveKey } from '#server/kit/secrets.ts'
import { formKeyOf, type Services } from './services.ts'

/** What the public forms need of the whole. */
export const intakeServices = ({ config, tenants, clock, forms, formsByAddress }: Services): IntakeServices => ({
  tenants,
  forms,
  clock,
  tokenKey: deriveKey(config.secret, 'form-token'),
  formKey: formKeyOf(config),
  publicUrl: config.publicUrl,
  perMinute: config.intakePerMinute,
  byAddress: formsByAddress,
})
