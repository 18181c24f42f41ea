import { Button } from 'antd'
import { productImports, type ProductImport } from '#contract/catalogue/product-imports.ts'
import { useAction, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { counted } from '#web/kit/look/format.ts'

/** Categories and options that the file names and that are not there, each once; they can be created before the import. */
export const UnknownNames = ({ found: { id, columns, counts } }: { found: ProductImport }) => {
  const answer = useOne(productImports.unknownNames, { params: { id } }, { enabled: counts.rejected > 0 })
  const check = useAction(productImports.check, { refreshes: [productImports.read, productImports.list] })
  const create = useAction(productImports.createNames, {
    done: ({ data }) => `Created ${counted(data.created, 'name')}. Checking again`,
    undo: false,
    then: () => void check({ body: { id, fields: columns.map(({ field }) => field) } }),
  })
  const names = answer.data?.data ?? []
  if (names.length === 0) return null
  return (
    <section className="import-names" aria-label="Unknown categories and options">
      <h2>{counted(names.length, 'unknown name')}</h2>
      <ul>
        {names.map(({ field, label, name, rows }) => (
          <li key={`${field} ${name}`} className="import-row">
            <span className="import-row-no">{label}</span>
            <span className="import-row-who">{name}</span>
            <span className="import-row-why">{counted(rows, 'row')} rejected</span>
          </li>
        ))}
      </ul>
      {can(productImports.createNames) && (
        <Button loading={create.running || check.running} onClick={() => void create({ body: { id } })}>
          {names.length === 1 ? 'Create it and check again' : `Create these ${names.length} and check again`}
        </Button>
      )}
    </section>
  )
}
