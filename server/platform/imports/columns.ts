import { createHash } from 'node:crypto'
import { MOST_COLUMNS, type ImportColumn } from '#contract/platform/imports.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { cleanLine } from '#server/kit/clean-text.ts'
import { badField } from '#server/kit/errors.ts'
import type { FoundEncoding } from './encoding.ts'
import { oddColumns, presentable } from './odd-signs.ts'
import { readerOf } from './parts.ts'
import * as imports from './queries.ts'
import type { Dialect } from './reader.ts'
import { sampleRows } from './sniff.ts'
import type { ImportSpec } from './spec.ts'

const SAMPLE_BYTES = 256 * 1024

/** The beginning of a file. */
export const headOf = (tenant: Tenant, id: number) => readerOf(tenant, id)(0, SAMPLE_BYTES)

/** How a file is read. */
type Way = Dialect & FoundEncoding & { header: boolean; first_row: number }
export const wayOf = ({ encoding, encoding_guessed, separator, header, first_row }: Way): Way => ({
  encoding,
  encoding_guessed,
  separator,
  header,
  first_row,
})

/** Looks at the file's beginning in one way: its columns, three values of each, and what they hold by memory or by guess. */
export const readAs = async <Options extends object, Item>(
  tenant: Tenant,
  spec: ImportSpec<Options, Item>,
  { id, options }: Pick<imports.Stored, 'id' | 'options'>,
  way: Way,
) => {
  const sample = await sampleRows(await headOf(tenant, id), way)
  const [first = [], ...others] = sample.filter(({ row }) => row >= way.first_row).map(({ cells }) => cells)
  if (first.length === 0 && sample.length > 0)
    throw badField(
      'first_row',
      `Row ${way.first_row} of this file and the rows just below it are empty. Choose another first row.`,
    )
  if (first.length === 0)
    throw badField('file', `There is nothing in this file. Choose one with a row for each ${spec.noun}.`)
  if (first.length > MOST_COLUMNS)
    throw badField(
      'file',
      `This file has ${first.length.toLocaleString('en')} columns; at most ${MOST_COLUMNS} can be read.`,
    )
  const rows = way.header ? others : [first, ...others]
  const names = first.map((name, at) => (way.header && presentable(cleanLine(name), 200)) || `Column ${at + 1}`)
  const odd = oddColumns([first, ...others])
  const columns = names.map((name, at) => ({ name, samples: samplesOf(rows, at), ...odd(at), field: null }))
  const remembered = await imports.rememberedFields(tenant, spec, headerKey(columns))
  const guessed = remembered
    ? undefined
    : await spec.guess(tenant, way.header ? first.map((name) => cleanLine(name)) : first.map(() => ''), rows)
  await imports.update(tenant, id, {
    ...way,
    state: 'mapping',
    columns: columns.map((column, at) => ({ ...column, ...(guessed?.[at] ?? { field: remembered?.[at] ?? null }) })),
    remembered: remembered !== undefined,
    options: { ...options, ...spec.guessOptions?.(rows) },
  })
}

const samplesOf = (rows: readonly (readonly string[])[], column: number) => {
  const values = rows.flatMap((cells) => presentable(cells[column] ?? '') || [])
  return [...new Set(values)].slice(0, 3)
}

/** Files whose columns are called the same are files of one kind. */
export const headerKey = (columns: readonly ImportColumn[]) =>
  createHash('sha256')
    .update(JSON.stringify(columns.map(({ name }) => name)))
    .digest()
