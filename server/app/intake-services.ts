import type { IntakeServices } from '#server/features/intake/routes.ts'
import { deriveKey } from '#server/kit/secrets.ts'
import type { Services } from './services.ts'

/** What the public forms need of the whole. */
export const intakeServices = ({ config, identity, tenants, clock }: Services): IntakeServices => ({
  identity,
  tenants,
  clock,
  tokenKey: deriveKey(config.secret, 'form-token'),
  formKey: deriveKey(config.secret, 'form-key'),
  publicUrl: config.publicUrl,
  perMinute: config.intakePerMinute,
})
