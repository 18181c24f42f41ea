import { Parser } from 'htmlparser2'
import { sql, type RawBuilder } from 'kysely'
import { TOPIC_FROM, TOPIC_POINTS } from '#contract/insight/competitor-topics.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { containing } from '#server/kit/page.ts'
import { wordsOf } from './words.ts'

/** A text to be looked at, as far as topics look into it. */
export interface TextToMatch {
  id: number
  language: string | null
  title: string
  html: string
  text: string
}

const BEGINNING = 200
const LONGEST_TEXT = 100_000

/** How PostgreSQL calls the rules for words of a language; 15 and later have all of these. */
const RULES: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  hi: 'hindi',
  hu: 'hungarian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nb: 'norwegian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sv: 'swedish',
  tr: 'turkish',
}
/** A text that says no language is taken for English. */
const rulesFor = (language: string | null) =>
  language === null ? 'english' : (RULES[language.toLowerCase().split('-', 1)[0] ?? ''] ?? 'simple')

const headingsOf = (html: string): string => {
  const found: string[] = []
  let depth = 0
  const parser = new Parser({
    onopentag: (name) => {
      if (HEADING.test(name)) depth += 1
    },
    ontext: (text) => {
      if (depth > 0) found.push(text)
    },
    onclosetag: (name) => {
      if (HEADING.test(name)) depth -= 1
      found.push(' . ')
    },
  })
  parser.end(html)
  return found.join('')
}
const HEADING = /^h[1-6]$/

const placesOf = ({ id, language, title, html, text }: TextToMatch) => {
  const words = text.slice(0, LONGEST_TEXT).split(/\s+/)
  return {
    id,
    rules: rulesFor(language),
    title,
    heading: headingsOf(html),
    beginning: words.slice(0, BEGINNING).join(' '),
    text: words.slice(BEGINNING).join(' '),
  }
}

/**
 * A query of `id`, `topic_id`, `phrase`, `place` and `points`: which of the texts are about which topics, rows of `(topic_id, phrases)`.
 * Each phrase counts where it says most; one that begins with - must not be there at all.
 */
export const matchesOf = (texts: readonly TextToMatch[], topics: ReturnType<typeof sql>) => sql`
  with texts as materialized (
    select id, rules, to_tsvector(rules::regconfig, fold(title)) as title, to_tsvector(rules::regconfig, fold(heading)) as heading,
      to_tsvector(rules::regconfig, fold(beginning)) as beginning, to_tsvector(rules::regconfig, fold("text")) as text
    from jsonb_to_recordset(${JSON.stringify(texts.map(placesOf))}::jsonb)
      as t (id bigint, rules text, title text, heading text, beginning text, "text" text)
  ), phrases as materialized (
    select t.topic_id, p.phrase, p.phrase like '-%' as excludes, r.rules,
      phraseto_tsquery(r.rules::regconfig, fold(ltrim(p.phrase, '-'))) as query
    from (${topics}) t cross join lateral unnest(t.phrases) p (phrase) cross join (select distinct rules from texts) r
  ), hits as (
    select t.id, p.topic_id, p.phrase, p.excludes, case when t.title @@ p.query then 'title' when t.heading @@ p.query then 'heading'
      when t.beginning @@ p.query then 'beginning' else 'text' end as place
    from texts t join phrases p on p.rules = t.rules
      and (t.title @@ p.query or t.heading @@ p.query or t.beginning @@ p.query or t.text @@ p.query)
  ), pointed as (
    select h.*, case place when 'title' then ${TOPIC_POINTS.title}::int when 'heading' then ${TOPIC_POINTS.heading}::int
      when 'beginning' then ${TOPIC_POINTS.beginning}::int else ${TOPIC_POINTS.text}::int end as points from hits h
  )
  select id, topic_id, (array_agg(phrase order by points desc, phrase))[1] as phrase,
    (array_agg(place order by points desc, phrase))[1] as place, sum(points)::int as points
  from pointed group by id, topic_id having not bool_or(excludes) and sum(points) >= ${TOPIC_FROM}::int`

/** Stores which of these posts are about which of the topics; undefined: about any. */
export const matchTopics = async (
  { db, companyId }: Tenant,
  texts: readonly TextToMatch[],
  topicIds?: readonly number[],
): Promise<void> => {
  if (texts.length === 0) return
  const ids = texts.map(({ id }) => id)
  const topics = sql`select id as topic_id, phrases from competitor_topics
    where company_id = ${companyId} and deleted_at is null ${topicIds ? sql`and id = any (${topicIds}::bigint[])` : sql``}`
  await sql`
    with found as materialized (${matchesOf(texts, topics)}), gone as (
      delete from competitor_post_topics x
      where x.company_id = ${companyId} and x.post_id = any (${ids}::bigint[])
        ${topicIds ? sql`and x.topic_id = any (${topicIds}::bigint[])` : sql``}
        and not exists (select from found f where f.id = x.post_id and f.topic_id = x.topic_id)
    )
    insert into competitor_post_topics as x (company_id, post_id, topic_id, phrase, place, points)
    select ${companyId}, id, topic_id, phrase, place, points from found order by id, topic_id
    on conflict (company_id, post_id, topic_id) do update set phrase = excluded.phrase, place = excluded.place, points = excluded.points
    where (x.phrase, x.place, x.points) is distinct from (excluded.phrase, excluded.place, excluded.points)`.execute(db)
}

/** Of a post `p`, for each phrase: it has the beginning of its longest word, in whatever form. No other post can match. */
export const mayContain = (phrases: readonly string[]): RawBuilder<boolean>[] =>
  phrases.flatMap((phrase) => {
    const [longest] = wordsOf(phrase).toSorted((one, other) => other.length - one.length)
    if (phrase.startsWith('-') || longest === undefined) return []
    const letters = Array.from(longest)
    const beginning = letters.slice(0, Math.max(Math.min(3, letters.length), letters.length - 3)).join('')
    return [sql<boolean>`p.search_text like fold(${containing(beginning)})`]
  })
