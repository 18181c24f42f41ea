import { SwapOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Radio } from 'antd'
import { useId, useState } from 'react'
import { productDuplicates, type DuplicateProduct } from '#contract/catalogue/product-duplicates.ts'
import type { BodyOf, Reply } from '#contract/kit/endpoint.ts'
import { call, sentenceOf, useAction } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { counted } from '#web/kit/look/format.ts'
import { AFTER_MERGE, useUnmerge } from './use-unmerge.ts'
import '#web/kit/form/merge.css'

type Product = Pick<DuplicateProduct, 'id' | 'code' | 'name' | 'version'>
type Picks = NonNullable<BodyOf<typeof productDuplicates.merge>['picks']>
type Preview = Reply<typeof productDuplicates.merge>['data']

interface MergeProductsProps {
  /** The product that is to stay; the person may swap the two. */
  winner: Product
  loser: Product
  onClose: () => void
  /** With the product that stays. */
  onMerged?: (winner: number) => void
}

/** What merging two products would make of them, field by field, before it is done. */
export const MergeProducts = ({ onClose, onMerged, ...chosen }: MergeProductsProps) => {
  useFocusBack()
  const [{ winner, loser }, setPair] = useState({ winner: chosen.winner, loser: chosen.loser })
  const [picks, setPicks] = useState<Picks>({})
  const body = {
    winner: winner.id,
    loser: loser.id,
    picks,
    winnerVersion: winner.version,
    loserVersion: loser.version,
  }
  const { data, error } = useQuery({
    queryKey: ['product-merge', winner.id, loser.id, picks],
    queryFn: () => call(productDuplicates.merge, { body: { ...body, dryRun: true } }),
    placeholderData: (before) => before,
    gcTime: 0,
    retry: false,
  })
  const preview = data?.data
  const unmerge = useUnmerge()
  const merge = useAction(productDuplicates.merge, {
    done: `Merged ${loser.name} into ${winner.name}`,
    undo:
      ({ data: { merge: made } }) =>
      () =>
        void (made && unmerge({ body: { id: made.id } })),
    refreshes: AFTER_MERGE,
    then: () => {
      onClose()
      onMerged?.(winner.id)
    },
  })

  return (
    <Modal
      open
      width={720}
      title={`Merge ${loser.code} into ${winner.code}`}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          Cancel
        </Button>,
        <Button
          key="merge"
          type="primary"
          loading={merge.running}
          disabled={!preview || error !== null}
          onClick={() => void merge({ body })}
        >
          Merge into {winner.code}
        </Button>,
      ]}
    >
      {error && (
        <Notice kind="error" title="These products can’t be merged">
          {sentenceOf(error, productDuplicates.merge.failure)}
        </Notice>
      )}
      {!error && !preview && <p role="status">Comparing the two products…</p>}
      {!error && preview && (
        <>
          <p className="merge-lead">
            {winner.name} stays. {loser.name} is merged into it; its name and code keep working, and you can unmerge
            them at any time.
            <Button
              size="small"
              icon={<SwapOutlined aria-hidden />}
              onClick={() => {
                setPair({ winner: loser, loser: winner })
                setPicks({})
              }}
            >
              Keep {loser.code} instead
            </Button>
          </p>
          {preview.fields.length === 0 && <p>Both products have the same values in every field.</p>}
          {preview.fields.map((field) => (
            <FieldChoice
              key={field.field}
              field={field}
              winner={winner}
              loser={loser}
              onPick={(pick) => setPicks({ ...picks, [field.field]: pick })}
            />
          ))}
          <p className="merge-moves">{movesWords(preview, winner)}</p>
        </>
      )}
    </Modal>
  )
}

interface FieldChoiceProps {
  field: Preview['fields'][number]
  winner: Product
  loser: Product
  onPick: (pick: Picks[string]) => void
}

const FieldChoice = ({ field, winner, loser, onPick }: FieldChoiceProps) => {
  const id = useId()
  return (
    <div className="merge-field">
      <h3 id={id}>{field.label}</h3>
      <Radio.Group aria-labelledby={id} value={field.chosen} onChange={({ target }) => onPick(target.value)}>
        <Option value="winner" code={winner.code} text={field.winner} />
        <Option value="loser" code={loser.code} text={field.loser} />
      </Radio.Group>
    </div>
  )
}

const Option = ({ value, code, text }: { value: string; code: string; text: string | null }) => (
  <Radio value={value}>
    <span className={text === null ? 'merge-value merge-empty' : 'merge-value'}>{text ?? 'Empty'}</span>
    <span className="merge-no">{code}</span>
  </Radio>
)

const movesWords = ({ moves }: Preview, { code }: Product) => {
  const parts = [
    ...(moves.lines > 0 ? [counted(moves.lines, 'line of leads', 'lines of leads')] : []),
    ...(moves.pictures > 0 ? [counted(moves.pictures, 'picture')] : []),
    ...(moves.synonyms > 0 ? [counted(moves.synonyms, 'other name')] : []),
    ...(moves.vendor_updates > 0 ? [counted(moves.vendor_updates, 'vendor update')] : []),
  ]
  return parts.length > 0 ? `${parts.join(', ')} will move to ${code}.` : 'Nothing else will move.'
}
