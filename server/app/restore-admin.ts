import type { Client } from 'pg'
import { PERMISSION_KEYS } from '#contract/kit/permissions.ts'
import { membershipsOf, restoreAdministrator, type Membership } from '#server/db/identity/restore-admin.ts'
import { parseEmail } from '#server/platform/contact-details/email-address.ts'
import { digestOf, newSecret } from '#server/portal/sealed.ts'
import { asOwner } from './as-owner.ts'

// npm run restore-admin -- EMAIL [COMPANY]: makes this member an administrator with every permission, also one who was deactivated, while
// servers run. The company is said by its number or name, where the person is in several.

const [email, ...company] = process.argv.slice(2)

await asOwner(async (owner, { publicUrl, globalApiUrl }) => {
  if (email === undefined) throw new Error('Name a person: npm run restore-admin -- EMAIL [COMPANY]')
  if (globalApiUrl !== undefined)
    throw new Error('The parent app at GLOBAL_API_URL manages permissions: restore them there.')
  const membership = await membershipOf(owner, email, company.join(' '))
  const token = newSecret()
  const status = await restoreAdministrator(owner, membership, digestOf(token))
  const { name, email: address } = membership
  console.log(
    `${name} (${address}) is an administrator of ${named(membership)}: ${status}, with all ${PERMISSION_KEYS.length} permissions.`,
  )
  if (status === 'invited')
    console.log(`They can join with this link, once, within 72 hours:\n${publicUrl}/app/invitation#${token}`)
})

async function membershipOf(owner: Client, typed: string, wanted: string) {
  const address = parseEmail(typed.normalize('NFKC'))?.email ?? typed
  const all = await membershipsOf(owner, address)
  if (all.length === 0) throw new Error(`No account has the email ${address}.`)
  const places = all.map(named).join(', ')
  const such = all.filter(({ companyId, company: name }) => wanted === '' || [String(companyId), name].includes(wanted))
  const [only] = such
  if (!only) throw new Error(`${address} is not in a company named ${wanted}, but in ${places}.`)
  if (such.length > 1)
    throw new Error(
      `${address} is in ${such.length} companies: ${such.map(named).join(', ')}. Name one: npm run restore-admin -- EMAIL COMPANY`,
    )
  return only
}

function named({ companyId, company: name }: Membership) {
  return `${name} (${companyId})`
}
