import type { Client } from 'pg'
import type { Staffed } from './companies.ts'
import { changeOf, type Recorded, type Row } from './history.ts'
import { nextId } from './next-id.ts'
import { demoPictures, storePictures } from './pictures.ts'
import type { Random } from './random.ts'
import { storeRows } from './store.ts'
import { actAt, iso, person } from './world.ts'

const DAY = 86_400_000

/** In the order of the portraits. */
const AUTHORS = [
  { name: 'Grace Whitfield', role: 'Application engineer', bio: 'Sizes pumps for acids and slurries since 2009.' },
  { name: 'Jonas Ekberg', role: 'Product manager', bio: 'Looks after valves, and writes about what breaks first.' },
  { name: 'Arun Nair', role: 'Process engineer', bio: 'Writes about dosing, and about reading data sheets.' },
  { name: 'Thandiwe Mokoena', role: 'Service lead', bio: 'Spent ten years on site before she wrote her first post.' },
  { name: 'Noor Haddad', role: 'Editor', bio: 'Asks the question that the engineers forgot.' },
] as const
export const CATEGORIES = [
  { name: 'Guides', description: 'Step by step, with the numbers.' },
  { name: 'Pumps', description: 'Choosing, sizing and running them.' },
  { name: 'Valves', description: 'What they are made of, and where they fail.' },
  { name: 'Sealing', description: 'Gaskets, rings and faces.' },
  { name: 'Filtration', description: 'Of air and of liquids.' },
  { name: 'Sensors', description: 'Level, flow, pressure and temperature.' },
  { name: 'Materials', description: 'Steel, plastics and rubber.' },
  { name: 'Safety', description: 'What the standards ask for.' },
  { name: 'Practice', description: 'From plants where our products run.' },
  { name: 'Company news', description: '' },
] as const

export type CategoryName = (typeof CATEGORIES)[number]['name']

export interface Bylines {
  /** In the order of `AUTHORS` and `CATEGORIES`. */
  authors: readonly number[]
  categories: readonly number[]
}

/** Who the company's posts are by, and what they are filed under. */
export const storeBylines = async (
  client: Client,
  random: Random,
  { companyId, staff }: Staffed,
  start: number,
): Promise<Bylines> => {
  await client.query(`select set_config('leadroom.company', $1, true)`, [String(companyId)])
  const by = staff.get('admin') ?? staff.get('manager') ?? 0
  const { portraits } = await demoPictures()
  const at = (place: number) => start + place * DAY
  const photos = await storePictures(
    client,
    random,
    companyId,
    portraits.map((picture, place) => ({ picture, by, at: at(place) })),
  )
  const changes: Row[] = []
  const made = async (table: Recorded, place: number, values: Row, act: string) => {
    const when = iso(at(place))
    const row: Row & { id: number } = {
      company_id: companyId,
      id: await nextId(client, table),
      ...values,
      created_at: when,
      updated_at: when,
      version: 1,
    }
    const change = changeOf(table, undefined, row, actAt({ random }, at(place), person(by), act), () => random.hex(16))
    if (change) changes.push(change)
    return row
  }
  const categories: (Row & { id: number })[] = []
  for (const [place, { name, description }] of CATEGORIES.entries())
    categories.push(
      await made(
        'blog_categories',
        place,
        { name, slug: slugOf(name), description, position: place + 1, replaced_by: null, deleted_at: null },
        'blog-categories.add',
      ),
    )
  const authors: (Row & { id: number })[] = []
  for (const [place, { name, role, bio }] of AUTHORS.entries())
    authors.push(
      await made(
        'blog_authors',
        place,
        {
          name,
          slug: slugOf(name),
          email: `${name.split(' ')[0]?.toLowerCase()}@writers.example`,
          role,
          bio,
          photo_id: photos[place] ?? null,
          photo_alt: portraits[place]?.alt ?? '',
          links: [{ label: 'Profile', url: `https://writers.example/${slugOf(name)}` }],
          person_id: null,
          status: 'active',
          replaced_by: null,
          erased_at: null,
          deleted_at: null,
        },
        'blog-authors.add',
      ),
    )
  await storeRows(client, companyId, { blog_categories: categories, blog_authors: authors, changes })
  await client.query(
    `insert into blog_image_uses (company_id, image_id, entity, row_key)
     select company_id, photo_id, 'blog_authors', id::text from blog_authors
     where company_id = $1 and photo_id is not null on conflict do nothing`,
    [companyId],
  )
  return { authors: authors.map(({ id }) => id), categories: categories.map(({ id }) => id) }
}

const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')
