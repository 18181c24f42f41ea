import { Checkbox, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import type { ProductDetails } from '#contract/catalogue/product.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { formats } from '#web/kit/look/format.ts'
import type { ProductAct } from './product-reads.ts'

interface CompareVersionsProps {
  product: ProductDetails
  /** The changes to choose from; each made a version. */
  acts: readonly ProductAct[]
  first: number
  onClose: () => void
}

const NOW = 0

/** Two versions of a product side by side. */
export const CompareVersions = ({ product: { id, name }, acts, first, onClose }: CompareVersionsProps) => {
  useFocusBack()
  const ids = useId()
  const [one, setOne] = useState(first)
  const [other, setOther] = useState(NOW)
  const [all, showAll] = useState(false)
  const [left, right] = [useVersion(id, one), useVersion(id, other)]
  // The version of now is the other side of any.
  const nowOf = right.rows ?? left.rows
  const versions = acts.map(({ id: at, at: when, actor }) => ({
    value: at,
    label: `${formats().dateTime(when)}, ${actor.name}`,
  }))
  const options = [{ value: NOW, label: 'Now' }, ...versions]
  const failure = left.failure ?? right.failure
  const fields = [...new Set([left.rows, right.rows].flatMap((rows) => rows?.map(({ field }) => field) ?? []))]
  const lines = fields.map((field) => {
    const [before, after] = [left, right].map((side) => side.rows?.find((row) => row.field === field))
    const label = (before ?? after)?.label ?? field
    const textOf = (row: typeof before, version: number) =>
      version === NOW ? (nowOf?.find((each) => each.field === field)?.now_text ?? null) : (row?.then_text ?? null)
    return { field, label, before: textOf(before, one), after: textOf(after, other) }
  })
  const shown = lines.filter(({ before, after }) => all || before !== after)
  return (
    <Modal open title={`Versions of ${name}`} footer={null} width={720} onCancel={onClose}>
      <div className="versions">
        <div className="versions-choice">
          <label htmlFor={`${ids}-one`}>
            Version
            <Select id={`${ids}-one`} value={one} options={options} onChange={setOne} />
          </label>
          <label htmlFor={`${ids}-other`}>
            Compared with
            <Select id={`${ids}-other`} value={other} options={options} onChange={setOther} />
          </label>
        </div>
        <Checkbox checked={all} onChange={(event) => showAll(event.target.checked)}>
          Show fields that are the same
        </Checkbox>
        {failure ? (
          <Notice kind="error" title="The versions did not load">
            {sentenceOf(failure, masterProducts.version.failure)}
          </Notice>
        ) : (
          <table>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">{options.find(({ value }) => value === one)?.label}</th>
                <th scope="col">{options.find(({ value }) => value === other)?.label}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ field, label, before, after }) => (
                <tr key={field} className={before === after ? '' : 'versions-other'}>
                  <th scope="row">{label}</th>
                  <td>{orEmpty(before)}</td>
                  <td>{orEmpty(after)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {!failure && nowOf && shown.length === 0 && <p role="status">Both versions are the same.</p>}
      </div>
    </Modal>
  )
}

/** The fields of a version; of that of now there is nothing to ask. */
const useVersion = (id: number, at: number) => {
  const { data, error } = useOne(
    masterProducts.version,
    { params: { id }, query: { at: at === NOW ? 1 : at } },
    { enabled: at !== NOW },
  )
  return { rows: at === NOW ? undefined : data?.data, failure: at === NOW ? null : error }
}
