import { Button } from 'antd'
import { useState } from 'react'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import { sentenceOf, useAction, useOlder } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { useKeys } from '#web/kit/keys/keys.ts'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { When } from '#web/kit/look/When.tsx'
import type { ProductTabProps } from './product-tab-props.ts'
import { PRODUCT_READS, type ProductAct } from './product-reads.ts'
import './activity.css'

const CompareVersions = lateDialog(() => import('./CompareVersions.tsx').then(({ CompareVersions }) => CompareVersions))

type ChangedField = ProductAct['fields'][number]

const FIRST = 10

/** What was done to a product, the newest first. Each value can be restored. */
export const ActivityTab = ({ product }: Pick<ProductTabProps, 'product'>) => {
  const { id, version } = product
  const answer = useOlder(masterProducts.activity, { params: { id }, query: { limit: FIRST } }, { cursor: 'cursor' })
  const [compared, compare] = useState<number>()
  const restore = useAction(masterProducts.restore, {
    done: ({ data }) => `Restored a value of ${data.name}`,
    refreshes: PRODUCT_READS,
  })
  const mayRestore = can(masterProducts.restore)
  useKeys('panel', [{ keys: 'r', label: 'Restore the value', run: pressRestore }], mayRestore && answer.rows.length > 0)

  if (answer.isError && answer.rows.length === 0)
    return (
      <div className="product-scroll">
        <Notice
          kind="error"
          title="The activity did not load"
          action={<Button onClick={() => void answer.refetch()}>Try again</Button>}
        >
          {sentenceOf(answer.error, masterProducts.activity.failure)}
        </Notice>
      </div>
    )
  return (
    <div className="product-scroll">
      {answer.isPending && <p className="product-note">Loading the activity</p>}
      {answer.isSuccess && answer.rows.length === 0 && (
        <p className="product-note">Nothing has been changed yet. Changes appear here, the newest first.</p>
      )}
      <ol className="activity">
        {answer.rows.map((act) => (
          <li key={act.id}>
            <div className="activity-head">
              <span>
                <strong>{act.actor.name}</strong> {actWords(act)}
              </span>
              <When at={act.at} />
              <Button type="link" size="small" onClick={() => compare(act.id)}>
                Compare<span className="sr-only"> with this version</span>
              </Button>
            </div>
            {act.reason !== null && <p className="activity-reason">{act.reason}</p>}
            {act.undone && (
              <p className="activity-reason">
                Undone by {act.undone.by.name}, <When at={act.undone.at} />
              </p>
            )}
            <Fields
              act={act}
              onRestore={
                mayRestore ? ({ field }) => void restore({ body: { id, change: act.id, field, version } }) : undefined
              }
            />
          </li>
        ))}
      </ol>
      {answer.hasNextPage && (
        <Button loading={answer.isFetchingNextPage} onClick={() => void answer.fetchNextPage()}>
          Show more
        </Button>
      )}
      {compared !== undefined && (
        <CompareVersions product={product} acts={answer.rows} first={compared} onClose={() => compare(undefined)} />
      )}
    </div>
  )
}

/** "changed this product": the act without its object, which is the product itself. */
const actWords = ({ did, act }: ProductAct) => {
  const sentence = did ?? act
  const words = sentence.replace('*', 'this product')
  return words.charAt(0).toLowerCase() + words.slice(1)
}

interface FieldsProps {
  act: ProductAct
  onRestore: ((field: ChangedField) => void) | undefined
}

const Fields = ({ act, onRestore }: FieldsProps) =>
  act.fields.length > 0 && (
    <ul className="activity-fields">
      {act.fields.map((one) => (
        <li key={one.field}>
          <span className="activity-label">{one.label}</span>
          <span className="activity-values">
            <span className="activity-old">{orEmpty(one.old_text)}</span>
            <span aria-hidden>→</span>
            <span className="sr-only">became</span>
            <span>{orEmpty(one.new_text)}</span>
          </span>
          {onRestore && one.restorable && (
            <Button size="small" className="activity-restore" aria-keyshortcuts="R" onClick={() => onRestore(one)}>
              Restore<span className="sr-only"> {`${one.label}, ${one.old_text ?? 'empty'}`}</span>
              <Kbd>R</Kbd>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )

/** Restores the value of the line that has the focus, else the first that can be. */
const pressRestore = () => {
  const entry = document.activeElement?.closest('.activity > li')
  const line = document.activeElement?.closest('.activity-fields > li') ?? entry
  const button =
    line?.querySelector<HTMLElement>('.activity-restore') ?? document.querySelector<HTMLElement>('.activity-restore')
  if (button === document.activeElement || entry) button?.click()
  else button?.focus()
}
