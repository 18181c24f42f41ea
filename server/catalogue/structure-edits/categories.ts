import { sql } from 'kysely'
import { DEEPEST_CATEGORY, type Category } from '#contract/catalogue/product-structure.ts'
import {
  MOST_CATEGORIES,
  MOST_REWRITTEN,
  type structureEdits,
  type CategoryChange,
} from '#contract/catalogue/structure-edits.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { attributes, categories } from '#server/catalogue/product-structure/queries.ts'
import { badField, conflict, found, unique } from '#server/kit/errors.ts'
import { fieldsToWrite } from '#server/kit/merge-edits.ts'
import { freeCode } from './codes.ts'
import { both, effectOn, inDryRun, lacking, requirementsOf } from './effect.ts'
import {
  arrange,
  changedMeanwhile,
  heightOf,
  isSameName,
  levelOf,
  lockStructure,
  ownList,
  withThoseBelow,
} from './structure.ts'

const TAKEN = 'That name or code is already taken. Choose another.'
const DEPTH = `Categories go ${DEEPEST_CATEGORY} levels deep at most.`

export const addCategory = async (
  tenant: Tenant,
  body: BodyOf<typeof structureEdits.addCategory>,
): Promise<Category> => {
  await lockStructure(tenant)
  const { db, companyId } = tenant
  const all = await categories(tenant)
  const { name, parent_id = null, place, requires_image = false } = body
  if (all.length >= MOST_CATEGORIES) throw conflict(`A company can have at most ${MOST_CATEGORIES} categories.`)
  checkParent(all, parent_id, 1)
  const siblings = all.filter((each) => each.parent_id === parent_id)
  checkFree(all, siblings, { name, code: body.code })
  const code = body.code ?? freeCode(name, new Set(all.map((each) => each.code.toLowerCase())), AS_CODE)
  const { id } = await unique(
    TAKEN,
    db
      .insertInto('product_categories')
      .values({ company_id: companyId, parent_id, code, name, requires_image, position: siblings.length })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await arrange(tenant, 'product_categories', siblings, id, place)
  tenant.wakes()
  return categoryOf(tenant, id)
}

const AS_CODE = { otherwise: 'category', between: '-', longest: 64 } as const

export const updateCategory = async (
  tenant: Tenant,
  id: number,
  { place, version, dryRun, ...sent }: CategoryChange,
) => {
  await lockStructure(tenant)
  const all = await categories(tenant)
  const before = found(
    'Category',
    all.find((each) => each.id === id),
  )
  const { name, code, parent_id, requires_image } = before
  const row = {
    entity: 'product_categories',
    id,
    version: before.version,
    values: { name, code, parent_id, requires_image },
  }
  const { write, conflicts } = await fieldsToWrite(tenant, row, sent, version)
  if (conflicts.length) throw changedMeanwhile('category', before, conflicts)
  const parent = write.parent_id === undefined ? parent_id : write.parent_id
  if (parent !== parent_id) {
    if (parent !== null && withThoseBelow(all, id).includes(parent))
      throw badField('parent_id', `${name} can’t go below itself.`)
    checkParent(all, parent, heightOf(all, id))
  }
  const siblings = all.filter((each) => each.parent_id === parent && each.id !== id)
  checkFree(
    all.filter((each) => each.id !== id),
    siblings,
    { name: write.name ?? name, code: write.code },
  )
  return inDryRun(tenant, dryRun, async () => {
    const effect = await effectOn(tenant, withThoseBelow(all, id), async () => {
      const { db, companyId } = tenant
      if (Object.keys(write).length)
        await unique(
          TAKEN,
          db
            .updateTable('product_categories')
            .set(write)
            .where('company_id', '=', companyId)
            .where('id', '=', id)
            .execute(),
        )
      if (place !== undefined || parent !== parent_id) await arrange(tenant, 'product_categories', siblings, id, place)
      if (!dryRun) tenant.wakes()
    })
    return { category: await categoryOf(tenant, id), ...effect }
  })
}

export const deleteCategory = async (
  tenant: Tenant,
  { id, replace_with, version, dryRun }: BodyOf<typeof structureEdits.deleteCategory>,
) => {
  await lockStructure(tenant)
  const { db, companyId } = tenant
  const all = await categories(tenant)
  const before = found(
    'Category',
    all.find((each) => each.id === id),
  )
  if (version !== undefined && version !== before.version) throw changedMeanwhile('category', before, [])
  const children = all.filter(({ parent_id }) => parent_id === id)
  // Its products first, as everybody locks them. Whoever puts one into it now waits for the category, and then finds it gone.
  if (replace_with)
    await sql`
      select from products where company_id = ${companyId} and category_id = ${id} and deleted_at is null
      order by id limit ${MOST_REWRITTEN} for no key update`.execute(db)
  await sql`select from product_categories where company_id = ${companyId} and id = ${id} for update`.execute(db)
  const products = await productsIn(tenant, id)
  if (products + children.length > 0 && !replace_with)
    throw conflict(
      `${before.name} has ${words(products, children.length)}. Choose the category that they go to.`,
      { products, categories: children.length },
      'replace_with',
    )
  if (products > MOST_REWRITTEN)
    throw conflict(`${before.name} has ${words(products, 0)}. Move them to another category first.`)
  if (replace_with) checkReplacement(all, before, children, replace_with)
  return inDryRun(tenant, dryRun, async () => {
    const has = new Set((await requirementsOf(tenant, [id])).map(({ attribute_id }) => attribute_id))
    const asked = replace_with ? await requirementsOf(tenant, [replace_with]) : []
    const newly = asked
      .filter(({ attribute_id }) => !has.has(attribute_id))
      .map((each) => ({ ...each, category_id: id }))
    const moved = await lacking(tenant, newly)
    const below = children.flatMap((child) => withThoseBelow(all, child.id))
    const effect = await effectOn(tenant, below, async () => {
      if (replace_with) {
        await sql`
          update products set category_id = ${replace_with}
          where company_id = ${companyId} and category_id = ${id} and deleted_at is null`.execute(db)
        const last = all.filter(({ parent_id }) => parent_id === replace_with).length
        await sql`
          update product_categories set parent_id = ${replace_with}, position = position + ${last}
          where company_id = ${companyId} and parent_id = ${id} and deleted_at is null`.execute(db)
      }
      await sql`update product_categories set deleted_at = now() where company_id = ${companyId} and id = ${id}`.execute(
        db,
      )
      if (!dryRun) tenant.wakes()
    })
    return { products, categories: children.length, ...both(moved, effect) }
  })
}

type Listed = ReturnType<typeof ownList>

/** The list of a category: what it adds to the categories above it, and what it requires of theirs. */
export const setAttributes = async (
  tenant: Tenant,
  id: number,
  { attributes: list, seen, dryRun }: BodyOf<typeof structureEdits.setAttributes>,
) => {
  await lockStructure(tenant)
  const all = await categories(tenant)
  const before = found(
    'Category',
    all.find((each) => each.id === id),
  )
  const own = ownList(before)
  if (seen && !isSameList(seen, own)) throw changedMeanwhile('category', before, ['attributes'])
  await checkList(tenant, all, before, list)
  return inDryRun(tenant, dryRun, async () => {
    const effect = await effectOn(tenant, withThoseBelow(all, id), async () => {
      if (!isSameList(list, own)) await storeList(tenant, id, list)
      if (!dryRun) tenant.wakes()
    })
    return { category: await categoryOf(tenant, id), ...effect }
  })
}

const checkList = async (tenant: Tenant, all: readonly Category[], { parent_id }: Category, list: Listed) => {
  const known = new Map((await attributes(tenant)).map(({ id, label }) => [id, label]))
  const above = all.find((each) => each.id === parent_id)
  const seen = new Set<number>()
  for (const [at, { attribute_id, required }] of list.entries()) {
    const label = known.get(attribute_id)
    if (label === undefined) throw badField(`attributes.${at}.attribute_id`, 'This attribute does not exist.')
    if (seen.has(attribute_id)) throw badField(`attributes.${at}.attribute_id`, `${label} is in the list twice.`)
    seen.add(attribute_id)
    const inherited = above?.attributes.find((each) => each.attribute_id === attribute_id)
    if (inherited?.required && !required) {
      const by = all.find((each) => each.id === inherited.required_by)?.name ?? 'A category above'
      throw badField(`attributes.${at}.required`, `${by} requires ${label}. It can’t be optional here.`)
    }
  }
}

const isSameList = (one: Listed, other: Listed) => JSON.stringify(one.map(pair)) === JSON.stringify(other.map(pair))
const pair = ({ attribute_id, required }: Listed[number]) => [attribute_id, required]

const storeList = async ({ db, companyId }: Tenant, id: number, list: Listed) => {
  const rows = JSON.stringify(list.map((each, position) => ({ ...each, position })))
  await sql`
    delete from category_attributes where company_id = ${companyId} and category_id = ${id}
      and attribute_id <> all(${list.map(({ attribute_id }) => attribute_id)}::bigint[])`.execute(db)
  await sql`
    update category_attributes c set required = l.required, position = l.position
    from json_to_recordset(${rows}::json) as l (attribute_id bigint, required boolean, position int)
    where c.company_id = ${companyId} and c.category_id = ${id} and c.attribute_id = l.attribute_id
      and (c.required, c.position) is distinct from (l.required, l.position)`.execute(db)
  await sql`
    insert into category_attributes (company_id, category_id, attribute_id, required, position)
    select ${companyId}::int, ${id}::bigint, l.attribute_id, l.required, l.position
    from json_to_recordset(${rows}::json) as l (attribute_id bigint, required boolean, position int)
    on conflict (company_id, category_id, attribute_id) do nothing`.execute(db)
}

const checkParent = (all: readonly Category[], parent: number | null, height: number) => {
  if (parent !== null && !all.some(({ id }) => id === parent))
    throw badField('parent_id', 'This category does not exist.')
  if (levelOf(all, parent) + height > DEEPEST_CATEGORY) throw badField('parent_id', DEPTH)
}

const checkReplacement = (all: readonly Category[], of: Category, children: readonly Category[], target: number) => {
  if (!all.some(({ id }) => id === target)) throw badField('replace_with', 'This category does not exist.')
  if (withThoseBelow(all, of.id).includes(target))
    throw badField('replace_with', `Choose a category that is not below ${of.name}.`)
  const level = levelOf(all, target)
  if (children.some(({ id }) => level + heightOf(all, id) > DEEPEST_CATEGORY)) throw badField('replace_with', DEPTH)
  const there = all.filter(({ parent_id, id }) => parent_id === target && id !== of.id)
  const twice = children.find(({ name }) => there.some((each) => isSameName(each.name, name)))
  if (twice) throw badField('replace_with', `There is a category called ${twice.name} there already.`)
}

const checkFree = (
  all: readonly Category[],
  siblings: readonly Category[],
  { name, code }: { name: string; code: string | undefined },
) => {
  if (siblings.some((each) => isSameName(each.name, name)))
    throw conflict(`There is a category called ${name} here already.`)
  const holder = code === undefined ? undefined : all.find((each) => isSameName(each.code, code))
  if (holder) throw conflict(`The code ${code} belongs to ${holder.name}.`)
}

const productsIn = async ({ db, companyId }: Tenant, id: number) => {
  const { rows } = await sql<{ products: number }>`
    select count(*)::int as products from products
    where company_id = ${companyId} and category_id = ${id} and deleted_at is null`.execute(db)
  return rows[0]?.products ?? 0
}

const words = (products: number, children: number) =>
  [
    ...(products ? [`${products.toLocaleString('en')} ${products === 1 ? 'product' : 'products'}`] : []),
    ...(children ? [`${children} ${children === 1 ? 'category' : 'categories'} below it`] : []),
  ].join(' and ')

const categoryOf = async (tenant: Tenant, id: number) =>
  found(
    'Category',
    (await categories(tenant)).find((each) => each.id === id),
  )
