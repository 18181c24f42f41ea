import { CONTACT_FIELDS, contacts, type Contact } from '#contract/directory/contacts.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { lockDirectory } from '#server/directory/directory-upkeep/lock.ts'
import { versionConflict } from '#server/directory/edits/own.ts'
import { standsFor } from '#server/directory/provenance/around.ts'
import { factsOf } from '#server/directory/provenance/provenance.ts'
import type { Caller } from '#server/kit/auth.ts'
import { found } from '#server/kit/errors.ts'
import { coalesced, implement } from '#server/kit/implement.ts'
import { selectChosen, selectMatching } from '#server/platform/selections/select.ts'
import { contactBulkActs } from './bulk.ts'
import { contactDetails, contactShown, shownOf } from './details.ts'
import { forgetContacts } from './erase.ts'
import { contactFilterOptions, contactList, CONTACTS, contactsInOrder, contactThere } from './list.ts'
import { addContact, lockContact, removeContacts, updateContact } from './write.ts'

export const contactRoutes = implement('contacts', contacts, {
  list: coalesced(
    ({ caller: { timeZone }, query }) => ({ timeZone, query }),
    (tenant, { query, ...caller }) => contactList(tenant, caller, query),
  ),
  details: async ({ tenant, caller, params: { id } }) => ({ data: await shown(tenant, caller, id) }),

  async facts({ tenant, caller, params, query: { field } }) {
    const id = found('Contact', await standsFor(tenant, { kind: 'contact', id: params.id }))
    const row = shownOf(found('Contact', await contactShown(tenant, id)))
    return { data: await factsOf(tenant, caller, { kind: 'contact', id }, CONTACT_FIELDS, row, field) }
  },
  filterOptions: coalesced(
    ({ query }) => query,
    async (tenant, { search }) => ({ data: await contactFilterOptions(tenant, search) }),
  ),

  async add({ tenant, caller, body }) {
    await lockDirectory(tenant)
    const id = await addContact(tenant, body, caller.personId)
    const data = await shown(tenant, caller, id)
    return { data, message: `Added ${data.name}` }
  },

  async update({ tenant, caller, params: { id }, body }) {
    await lockDirectory(tenant)
    const row = await lockContact(tenant, id)
    await updateContact(tenant, row, body, () => shown(tenant, caller, id))
    return { data: await shown(tenant, caller, id), message: 'Contact saved' }
  },

  async remove({ tenant, caller, body: { id, version } }) {
    await lockDirectory(tenant)
    const row = await lockContact(tenant, id)
    if (version !== undefined && version !== row.version)
      throw versionConflict('contact', await shown(tenant, caller, id), [])
    await removeContacts(tenant, [id])
    return { message: 'Contact deleted' }
  },

  async forget({ tenant, body: { id } }) {
    await lockDirectory(tenant)
    await lockContact(tenant, id)
    await forgetContacts(tenant, [id])
    return { message: 'Contact forgotten' }
  },

  async select({ tenant, caller, body: { ids, filter = {} } }) {
    const chosen = ids
      ? selectChosen(tenant, caller, CONTACTS, { ids, visible: contactThere() })
      : selectMatching(tenant, caller, CONTACTS, contactsInOrder(tenant, caller, filter))
    return { data: await chosen }
  },
  tagMany: contactBulkActs.tagMany.begin,
  removeMany: contactBulkActs.removeMany.begin,
})

const shown = async (tenant: Tenant, caller: Caller, id: number): Promise<Contact> =>
  found('Contact', await contactDetails(tenant, caller, id))
