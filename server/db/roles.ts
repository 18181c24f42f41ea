import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, type Client } from 'pg'

/**
 * The roles that everything below the owner runs as. They belong to the whole database server, so they are
 * made outside the migrations and may be there already, put there by another database of the same server.
 *
 * `leadroom_login` logs in and may do nothing by itself (NOINHERIT); within a transaction it becomes
 * `leadroom_app` (tenant tables, under row-level security) or `leadroom_identity` (the global ones).
 */
export const ensureRoles = async (owner: Client, loginPassword: string | undefined) => {
  await ensureRole(owner, 'leadroom_app', 'nologin')
  await ensureRole(owner, 'leadroom_identity', 'nologin')
  await ensureRole(owner, 'leadroom_login', 'login noinherit')
  await change(owner, 'grant leadroom_app, leadroom_identity to leadroom_login')
  const database = owner.escapeIdentifier(owner.database ?? '')
  await change(owner, `grant connect on database ${database} to leadroom_login`)
  await change(owner, `alter role leadroom_login set timezone = 'UTC'`)
  // Policies make the planner overrate costs; compiling a query would then take longer than running it.
  await change(owner, 'alter role leadroom_login set jit = off')
  // The planner's own guess is that of a turning disk: it would read a whole table rather than an index of it.
  await change(owner, 'alter role leadroom_login set random_page_cost = 1.1')
  if (loginPassword !== undefined)
    await change(owner, `alter role leadroom_login password ${owner.escapeLiteral(loginPassword)}`)
}

/**
 * Gives the search functions to a role that row-level security does not bind, so that they may use the
 * trigram indexes. False where the server allows no such role: search then works, but slower, under the policy.
 */
export const ensureFastSearch = async (owner: Client) => {
  try {
    await ensureRole(owner, 'leadroom_search', 'nologin bypassrls')
    await owner.query('grant usage on schema public to leadroom_search')
    await owner.query('grant select on lead_texts to leadroom_search')
    await owner.query(
      'grant select (id, company_id, code, name, search_text, deleted_at) on products to leadroom_search',
    )
    for (const table of ['newsletter_subscribers', 'contact_messages', 'directory_companies', 'directory_contacts'])
      await owner.query(`grant select (id, company_id, search_text, deleted_at) on ${table} to leadroom_search`)
    await owner.query('grant select (id, company_id, search_text, hidden_at) on competitor_posts to leadroom_search')
    await owner.query(`do $$ begin
      if not pg_has_role(current_user, 'leadroom_search', 'member') then grant leadroom_search to current_user; end if; end $$`)
    await owner.query('grant create on schema public to leadroom_search')
    await owner.query('alter function find_leads(jsonb) owner to leadroom_search')
    await owner.query('alter function search_products(text) owner to leadroom_search')
    await owner.query('alter function search_subscribers(text) owner to leadroom_search')
    await owner.query('alter function search_competitor_posts(text) owner to leadroom_search')
    await owner.query('alter function search_companies(text) owner to leadroom_search')
    await owner.query('alter function search_contacts(text) owner to leadroom_search')
    await owner.query('alter function search_contact_messages(text) owner to leadroom_search')
    await owner.query('alter function product_by_code(text) owner to leadroom_search')
    await owner.query('alter function leads_are_rare(jsonb) owner to leadroom_search')
    await owner.query('alter function product_text_is_rare(text) owner to leadroom_search')
    await owner.query('grant select (company_id, key, text, product_id) on product_synonyms to leadroom_search')
    await owner.query('alter function suggest_products(text, integer) owner to leadroom_search')
    await owner.query('alter function match_products(text[]) owner to leadroom_search')
    await owner.query('revoke create on schema public from leadroom_search')
    return true
  } catch (error) {
    // A session that was ended says nothing of what the server allows.
    if (!(error instanceof DatabaseError) || error.code?.startsWith('57P')) throw error
    return false
  }
}

const TRIES = 20
const CAME_SECOND = /^tuple concurrently (updated|deleted)$|violates unique constraint "pg_/

/**
 * Changes something of the whole database server. Another of its databases may do the same at this moment, under a
 * lock of its own: PostgreSQL then refuses whoever comes second, who tries again.
 */
const change = async (owner: Client, statement: string) => {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await owner.query(statement)
    } catch (error) {
      if (left === 0 || !(error instanceof Error && CAME_SECOND.test(error.message))) throw error
      await sleep(10 + Math.random() * 40)
    }
  }
}

const ensureRole = async (owner: Client, role: string, attributes: string) => {
  const { rowCount } = await owner.query('select 1 from pg_roles where rolname = $1', [role])
  if (rowCount) return
  // Another database of the server may be migrating at this moment: who comes second finds the role made.
  await owner.query(
    `do $$ begin create role ${role} ${attributes}; exception when duplicate_object or unique_violation then null; end $$`,
  )
}
