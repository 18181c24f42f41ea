import { useEffect, useState } from 'react'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import type { VendorUpdate } from '#contract/catalogue/vendor-request.ts'
import { vendorUpdates, type VendorUpdateRow } from '#contract/catalogue/vendor-updates.ts'
import { queryFor, refresh, sentenceOf, useAction, useOne, type Page } from '#web/kit/data/api.ts'
import { queryClient } from '#web/kit/data/query-client.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { toast } from '#web/kit/feedback/toast.ts'
import { RowDrawer } from '#web/kit/list/RowDrawer.tsx'
import { useNarrow } from '#web/kit/look/use-media.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { toDecisions, type Choices } from './decisions.ts'
import { VendorRequest } from './VendorRequest.tsx'
import { NOUN, UpdateTag } from './vendor-words.tsx'

interface VendorDrawerProps {
  id: number
  query: QueryOf<typeof vendorUpdates.list>
  page: Page<VendorUpdateRow> | undefined
  onOpen: (id: number, change?: { page?: number }) => void
  onClose: () => void
}

const { details, setStatus, list } = vendorUpdates

/** One request beside the list: each field is decided by a key, and the next request is there at once. */
export const VendorDrawer = ({ id, query, page, onOpen, onClose }: VendorDrawerProps) => {
  const narrow = useNarrow()
  const rows = page?.data ?? []
  const answer = useOne(details, { params: { id } })
  const request = answer.data?.data
  const [choices, setChoices] = useState<Readonly<Record<number, Choices>>>({})
  // What was sent stays in its place until the list is fetched again, and is not opened again.
  const [sent, setSent] = useState<ReadonlySet<number>>(new Set())
  const index = rows.findIndex((row) => row.id === id)
  const next = nextOpen(rows, index, sent, id)

  const nextId = next?.id
  useEffect(() => {
    if (nextId !== undefined) void queryClient.prefetchQuery(queryFor(details, { params: { id: nextId } }))
  }, [nextId])
  useEffect(() => () => void refresh(list), [])

  const decide = useAction(setStatus, {
    done: ({ data }) => doneWords(data),
    then: ({ data }) => {
      queryClient.removeQueries({ queryKey: queryFor(details, { params: { id: data.id } }).queryKey })
    },
  })
  /** The next request opens before the answer is there; what goes wrong is said, and leads back. */
  const send = (body: Parameters<typeof decide.orThrow>[0]['body']) => {
    setSent((all) => new Set([...all, body.id]))
    if (next) onOpen(next.id)
    else onClose()
    decide.orThrow({ body }).then(
      () => setChoices(({ [body.id]: _, ...rest }) => rest),
      (failure: unknown) => {
        setSent((all) => new Set([...all].filter((other) => other !== body.id)))
        void refresh(details)
        toast.failed(sentenceOf(failure, setStatus.failure), {
          action: { label: 'Open it', run: () => onOpen(body.id) },
        })
      },
    )
    if (!next) void refresh(list)
  }

  return (
    <RowDrawer
      id={id}
      noun={NOUN}
      endpoint={list}
      query={query}
      page={page}
      title={request?.record.name ?? 'Vendor request'}
      tag={request && <UpdateTag status={request.status} />}
      about={request ? aboutWords(request) : []}
      hasFieldKeys
      onOpen={onOpen}
      onClose={onClose}
    >
      {request ? (
        <VendorRequest
          key={`${request.id} ${request.version}`}
          request={request}
          narrow={narrow}
          choices={choices[id] ?? {}}
          onChoose={(own) => setChoices((all) => ({ ...all, [id]: own }))}
          onSubmit={() => send({ id, ...toDecisions(request, choices[id] ?? {}), version: request.version })}
          onAsk={(reason) => send({ id, status: 'needs_info', reason, version: request.version })}
          onReopen={async (reason) => {
            await decide.orThrow({ body: { id, status: 'pending', reason } })
            await refresh([details, list])
          }}
        />
      ) : answer.error ? (
        <div className="vendor-body">
          <Notice kind="error" title={sentenceOf(answer.error, details.failure)} />
        </div>
      ) : (
        <div className="vendor-body" aria-busy>
          <span className="bone" />
        </div>
      )}
    </RowDrawer>
  )
}

const aboutWords = ({ id, record, vendor, requestedOn }: VendorUpdate) => [
  `Update ${id}`,
  record.code,
  `requested by ${vendor.name}, ${formats().dateTime(requestedOn)}`,
]

/** The next that waits below this one, else above it. */
const nextOpen = (rows: readonly VendorUpdateRow[], index: number, sent: ReadonlySet<number>, id: number) =>
  [...rows.slice(index + 1), ...rows.slice(0, Math.max(index, 0))].find(
    (row) => row.id !== id && row.status === 'pending' && !sent.has(row.id),
  )

const doneWords = ({ record, rows, status }: VendorUpdate) => {
  if (status === 'needs_info') return `Sent a question about ${record.name}`
  if (status === 'pending') return `Reopened ${record.name}`
  if (status === 'rejected') return `Rejected the changes of ${record.name}`
  const approved = rows.filter(({ decision }) => decision === 'approved').length
  return `Approved ${counted(approved, 'field', 'fields')} of ${record.name}`
}
