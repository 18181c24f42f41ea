import type { ImportField } from '#contract/leads/imports.ts'
import { SOURCE_LABELS, STATUS_LABELS } from '#contract/leads/lead-labels.ts'
import { folded } from './handling.ts'
import { headerWords } from '#server/platform/imports/header-words.ts'
import { isPlaceholder } from '#server/platform/imports/placeholders.ts'
import { readMoment } from '#server/platform/imports/dates.ts'
import type { Guess } from '#server/platform/imports/header-guess.ts'

const EXACT = ['job_title', 'owner', 'status', 'source', 'created_at', 'tags'] as const satisfies readonly ImportField[]
export type ExactField = (typeof EXACT)[number]
export const isExact = (field: ImportField): field is ExactField => EXACT.some((one) => one === field)

/**
 * Fields that are guessed of nothing but their whole name: within others, these words say something else. “Email owner” and “Phone
 * status” are neither.
 */
const EXACT_NAMES: Readonly<Record<ExactField, string>> = {
  job_title: `job title; position; job position; job role; jobtitle; role title; funktion; berufsbezeichnung; stellenbezeichnung; position im unternehmen; fonction; poste; intitule du poste; cargo; puesto;
    qualifica; ruolo; mansione; functie; functietitel; stanowisko; unvan; pozisyon; должность; посада; 职位; 职务; 職稱; 役職; 직책; 직함; stilling; befattning; tehtavanimike; المسمى الوظيفي; पद`,
  owner: `lead owner; owner; contact owner; record owner; account owner; owner name; owner email; lead owner email; lead owner name; assigned to; assignee; assigned qa; qa; besitzer; lead besitzer; inhaber; kontaktinhaber;
    zustandig; zustandiger; proprietaire; propietario; responsable; proprietario; responsabile; eigenaar; opiekun; ответственный; 负责人; 担当営業; 담당 영업`,
  status: `lead status; status; lead stage; estado; statut; stato; статус; 状态; 線索狀態; ステータス; 상태; durum`,
  source: `lead source; source; original source; leadquelle; quelle; origine; source du lead; origen; fuente; fonte; bron; zrodlo; kaynak; источник; 来源; 來源; 流入元; 유입 경로`,
  created_at: `created date; create date; created at; created; created on; created time; date created; creation date; received; received at; received on; date received; lead date; submitted; submitted at; submission date;
    erstellt; erstellt am; erstelldatum; erstellungsdatum; angelegt am; eingang; eingangsdatum; date de creation; cree le; fecha de creacion; creado el; data di creazione; data creazione; data de criacao; aangemaakt op;
    data utworzenia; olusturma tarihi; дата создания; 创建时间; 创建日期; 建立日期; 作成日; 登録日; 생성일; 등록일; query time; query date`,
  tags: `tags; tag; labels; label; lead tags; lead labels; schlagworte; schlagworter; etiketten; etiquettes; etiquetas; etichette; etykiety; etiketler; метки; теги; 标签; タグ; 태그`,
}

const FIELDS = new Map(
  EXACT.flatMap((field) => EXACT_NAMES[field].split(';').map((name) => [headerWords(name).join(' '), field] as const)),
)

/** Of a column that nothing else is guessed of, what its whole header says, unless its cells say that it is not so. */
export const guessExact = (
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  guesses: readonly Guess<ImportField>[],
): Guess<ImportField>[] => {
  const taken = new Set<ImportField>(guesses.flatMap((guess) => guess?.field ?? []))
  return guesses.map((guess, at) => {
    const field = FIELDS.get(headerWords(headers[at] ?? '').join(' '))
    if (guess || field === undefined || taken.has(field)) return guess
    const cells = rows.map((row) => (row[at] ?? '').trim()).filter((cell) => cell !== '' && !isPlaceholder(cell))
    if (!fits(field, cells)) return null
    taken.add(field)
    const certainty = isNamed(field, cells) ? 'sure' : 'likely'
    return { field, certainty }
  })
}

/** Whether statuses and sources are those that companies have here, as far as any are there. */
const isNamed = (field: ImportField, cells: readonly string[]) => {
  const labels = field === 'status' ? STATUS_LABELS : field === 'source' ? SOURCE_LABELS : undefined
  if (labels === undefined || cells.length === 0) return true
  const known = new Set(Object.entries(labels).flat().map(folded))
  return cells.some((cell) => known.has(folded(cell)))
}

/** Owners and statuses that are numbers are those of another program. */
const fits = (field: ImportField, cells: readonly string[]) =>
  field === 'created_at'
    ? cells.filter(isDate).length * 2 >= cells.length
    : field === 'tags' || !cells.some((cell) => /^[\d.,]+$/.test(cell))

const isDate = (cell: string) =>
  readMoment(cell, 'day_first', 'UTC') !== undefined || readMoment(cell, 'month_first', 'UTC') !== undefined
