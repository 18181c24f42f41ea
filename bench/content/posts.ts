import { firstPosts } from '#server/content/blog-posts/list.ts'
import { asking, interleaved, startBare } from '../asking.ts'
import { rounded, type Figure } from '../figure.ts'
import { COMPANY, fillSmall, untilQuiet, type Place } from '../place.ts'
import { recording } from '../platform/recorded.ts'

const GOAL = 0.8
const POSTS = 50_000

/** The blog list, the last changed first, with its exact total, against the bare select. */
export const blogList = async (place: Place, rounds: number): Promise<Figure[]> => {
  await fillSmall(place)
  await addPosts(place)
  return asking(place, async ({ services, token, load }) => {
    await untilQuiet(place)
    const caller = await services.auth.callerOfToken(token)
    if (!caller) throw new Error('The token does not hold')
    const select = await recording(() =>
      services.tenants.read(caller.companyId, (tenant) => firstPosts(tenant, caller, {})),
    )
    const bare = await startBare(place, 'blog-list', select, 'leadroom_login')
    const ours = load('/marketing/blogpost_list')
    const sides = await interleaved(ours, { ...load('/list'), port: bare.port }, rounds).finally(() => bare.stop())
    return [
      {
        figure: 'blog-list',
        ratio: rounded(sides.ratio),
        rows: POSTS,
        ours: rounded(sides.ours),
        bare: rounded(sides.bare),
        unit: 'pages/s',
        goal: `≥ ${GOAL}`,
        meets: sides.ratio >= GOAL,
      },
    ]
  })
}

/** Posts of five authors in ten categories, each with a cover, as lists show them: without texts and histories. */
const addPosts = async ({ owner }: Place) => {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    const { rows } = await client.query<{ id: number }>('select id from identity.companies where domain = $1', [
      COMPANY,
    ])
    await client.query(
      `with picture as (insert into pictures (company_id, sha256, width, height, bytes, uses)
          values ($1, 'bench', 1920, 1200, 1, 1) returning id),
        sizes as (insert into picture_sizes (company_id, picture_id, size, width, height, format)
          select $1, picture.id, size, size, size * 5 / 8, format
          from picture, unnest(array[480, 960, 1440]) size, unnest(array['webp', 'avif', 'jpeg']) format),
        cover as (insert into blog_images (company_id, key, picture_id, state)
          select $1, 'bench', id, 'ready' from picture returning id),
        authors as (insert into blog_authors (company_id, name, slug)
          select $1, 'Author ' || n, 'bench-' || n from generate_series(1, 5) n returning id),
        categories as (insert into blog_categories (company_id, name, slug)
          select $1, 'Bench ' || n, 'bench-' || n from generate_series(1, 10) n returning id),
        posts as (insert into blog_posts (company_id, post_no, slug, title, search_text, words, image_id, updated_at, live, live_version)
          select $1, 100000 + n, 'bench-' || n, 'Post ' || md5(n::text), 'post ' || md5(n::text), n % 2000, cover.id,
            now() - n * interval '1 minute', n % 3 > 0, case when n % 3 > 0 then 1 end
          from cover, generate_series(1, $2::int) n returning id),
        filed as (insert into blog_post_categories (company_id, post_id, category_id, draft, live, position)
          select $1, posts.id, (array(select id from categories))[1 + posts.id % 10], true, true, 1 from posts)
      insert into blog_post_authors (company_id, post_id, author_id, draft, live, position)
      select $1, posts.id, (array(select id from authors))[1 + posts.id % 5], true, true, 1 from posts`,
      [rows[0]?.id, POSTS],
    )
    // What was counted before is not true any more, and nobody has noted the difference.
    await client.query('delete from list_counts')
    await client.query('commit')
    await client.query('vacuum analyze blog_posts, blog_post_authors, blog_post_categories, blog_images, pictures')
  } finally {
    client.release()
  }
}
