import type { IntakeServices } from '#server/leads/intake/routes.ts'
import { deriveKey } from '#server/kit/secrets.ts'
import type { Config } from './config.ts'
import type { Services } from './services.ts'

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

/** What the digests of forms' keys are made with. */
export const formKeyOf = ({ secret }: Pick<Config, 'secret'>) => deriveKey(secret, 'form-key')
