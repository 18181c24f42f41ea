import { randomBytes } from 'node:crypto'
import { MOST_FORMS, type configuration } from '#contract/leads/configuration.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField, conflict, found } from '#server/kit/errors.ts'
import type { TenantRequest } from '#server/kit/implement.ts'
import { pageOrigin } from '#server/kit/page-origin.ts'
import { keyedDigest } from '#server/kit/secrets.ts'
import { fieldsToWrite } from '#server/kit/merge-edits.ts'
import { checkOffered } from '#server/leads/company-words/choices.ts'
import { checkPhoneCountry } from '#server/leads/enquiry-checks/phone-country.ts'
import { changedMeanwhile } from './changed-meanwhile.ts'
import * as queries from './queries.ts'

type Calls = typeof configuration

export interface FormServices {
  /** What the digests of forms' keys are made with. */
  formKey: Buffer
  /** What is known of the forms, to be forgotten when one has changed. */
  forms: { forgetAll(): void }
}

/** The calls about the forms that take in leads from websites. */
export const formCalls = ({ formKey, forms }: FormServices) => ({
  async forms({ tenant }: TenantRequest<Calls['forms']>) {
    return { data: await queries.forms(tenant) }
  },

  async addForm({
    tenant,
    caller,
    body: { name, allowed_origins, source = null, phone_country = null },
  }: TenantRequest<Calls['addForm']>) {
    checkPhoneCountry(phone_country)
    if ((await queries.forms(tenant)).length >= MOST_FORMS)
      throw conflict(`A company can have at most ${MOST_FORMS} forms.`)
    if (source !== null) await checkOffered(tenant, 'source', source)
    const id = await queries.addForm(tenant, {
      name: name.trim(),
      allowed_origins: originsOf(allowed_origins),
      source,
      phone_country,
    })
    const key = makeKey()
    await queries.putKey(tenant, id, keyedDigest(formKey, key), caller.personId)
    return { data: { form: await formOf(tenant, id), key } }
  },

  async changeForm({
    tenant,
    params: { id },
    body: { version, name, allowed_origins, status, source, phone_country },
  }: TenantRequest<Calls['changeForm']>) {
    checkPhoneCountry(phone_country)
    await queries.lockForm(tenant, id)
    const before = await formOf(tenant, id)
    const sent = {
      name: name.trim(),
      allowed_origins: originsOf(allowed_origins),
      status,
      source: source === undefined ? before.source : source,
      phone_country: phone_country === undefined ? before.phone_country : phone_country,
    }
    if (sent.source !== null && sent.source !== before.source) await checkOffered(tenant, 'source', sent.source)
    const values = {
      name: before.name,
      allowed_origins: before.allowed_origins,
      status: before.status,
      source: before.source,
      phone_country: before.phone_country,
    }
    const { write, conflicts } = await fieldsToWrite(
      tenant,
      { entity: 'intake_forms', id, version: before.version, values },
      sent,
      version,
    )
    if (conflicts.length) throw changedMeanwhile('form', before, conflicts)
    if (Object.keys(write).length) await queries.changeForm(tenant, id, write)
    tenant.afterCommit(forms.forgetAll)
    return { data: await formOf(tenant, id) }
  },

  async changeKey({ tenant, caller, params: { id } }: TenantRequest<Calls['changeKey']>) {
    await formOf(tenant, id)
    const key = makeKey()
    await queries.putKey(tenant, id, keyedDigest(formKey, key), caller.personId)
    tenant.afterCommit(forms.forgetAll)
    return { data: { form: await formOf(tenant, id), key } }
  },
})

/** 256 bits, of which the digest alone is kept. */
const makeKey = () => randomBytes(32).toString('base64url')

const formOf = async (tenant: Tenant, id: number) => found('Form', (await queries.forms(tenant, id))[0])

/** As browsers send them, each once. */
const originsOf = (origins: readonly string[]) => [
  ...new Set(
    origins.map((text) => {
      const origin = pageOrigin(text)
      if (origin === undefined) throw badField('allowed_origins', 'Write each like https://www.example.com')
      return origin
    }),
  ),
]
