import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { callForPage, sentenceOf, type ListEndpoint } from './api.ts'
import { formats } from './format.ts'
import { Kbd } from './Kbd.tsx'
import type { BulkAction, Noun } from './list.ts'
import { toast } from './toast.ts'
import type { RowSelection } from './use-selection.ts'

interface BulkBarProps<E extends ListEndpoint, Row extends { id: number }> {
  selection: RowSelection<Row>
  actions: readonly BulkAction<Row>[]
  endpoint: E
  query: QueryOf<E>
  rows: readonly Row[]
  total: number
  noun: Noun
}

/** As many as the calls take in one go. */
const MOST = 1000
const BY = 100

/** What can be done with the selected rows; it stands where the filters were. */
export const BulkBar = <E extends ListEndpoint, Row extends { id: number }>({
  selection,
  actions,
  endpoint,
  query,
  rows,
  total,
  noun,
}: BulkBarProps<E, Row>) => {
  const [taking, setTaking] = useState(false)
  const { number } = formats()
  const pageIsFull = rows.length > 0 && rows.every(({ id }) => selection.has(id))
  const reach = Math.min(total, MOST)

  /** Takes what matches now; rows that come later are not among them. */
  const takeAll = async () => {
    setTaking(true)
    try {
      const pages = Array.from({ length: Math.ceil(reach / BY) }, (_, index) =>
        callForPage(endpoint, { ...(query as object), page: index + 1, pageSize: BY } as QueryOf<E>),
      )
      const all = (await Promise.all(pages)).flatMap(({ data }) => data)
      selection.setAll(all as unknown as Row[])
    } catch (failure) {
      toast.failed(sentenceOf(failure, endpoint.failure), { retry: () => void takeAll() })
    } finally {
      setTaking(false)
    }
  }

  return (
    <div className="bulk-bar" role="toolbar" aria-label={`Selected ${noun[1]}`}>
      <strong role="status">{number(selection.rows.length)} selected</strong>
      {pageIsFull && total > rows.length && selection.rows.length < reach && (
        <Button type="link" loading={taking} onClick={() => void takeAll()}>
          {total > MOST ? `Select the first ${number(MOST)} in this view` : `Select all ${number(total)} in this view`}
        </Button>
      )}
      <span className="bulk-actions">
        {actions.map(({ label, icon, keys, danger = false, run }) => (
          <Button
            key={label}
            icon={icon}
            danger={danger}
            aria-keyshortcuts={keys?.toUpperCase()}
            onClick={() => run({ rows: selection.rows, clear: selection.clear })}
          >
            {label}
            {keys && <Kbd>{keys.toUpperCase()}</Kbd>}
          </Button>
        ))}
        <Button
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label="Clear the selection"
          onClick={selection.clear}
        />
      </span>
    </div>
  )
}
