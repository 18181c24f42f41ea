import { SwapOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { duplicates, type MergedField, type MergePreview } from '#contract/leads/duplicates.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { refresh, sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { DialogFoot } from '#web/kit/form/DialogFoot.tsx'
import { MergeChoice } from '#web/kit/form/MergeChoice.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { MERGE_FIELD, mergeValue, OF_BOTH } from './merge-words.ts'
import { AFTER_MERGE, useUnmerge } from './use-unmerge.ts'
import '#web/kit/form/merge.css'

type Choices = NonNullable<BodyOf<typeof duplicates.preview>['choices']>

interface MergeDialogProps {
  /** The lead that is to stay; the person may swap the two. */
  winnerId: number
  loserId: number
  onClose: () => void
  onMerged?: (winnerId: number) => void
}

/** What merging two leads would make of them, field by field, before it is done. */
export const MergeDialog = ({ winnerId, loserId, onClose, onMerged }: MergeDialogProps) => {
  useFocusBack()
  const [pair, setPair] = useState({ winnerId, loserId })
  const [choices, setChoices] = useState<Choices>({})
  const { data, error, isPlaceholderData } = useOne(
    duplicates.preview,
    { body: { ...pair, choices } },
    { keepPrevious: true },
  )
  const preview = data?.data
  const unmerge = useUnmerge()
  const merge = useAction(duplicates.merge, {
    done: ({ data: { lead, merge } }) => `No. ${merge.loser.lead_no} was merged into no. ${lead.lead_no}`,
    undo:
      ({ data: { merge } }) =>
      () =>
        void unmerge({ body: { mergeId: merge.id } }),
    refreshes: AFTER_MERGE,
    then: ({ data: { lead } }) => {
      onClose()
      onMerged?.(lead.id)
    },
  })
  const open = preview?.fields.filter(({ chosen }) => chosen === null) ?? []
  const send = async () => {
    if (!preview) return
    const done = await merge({
      body: { ...pair, choices, winnerVersion: preview.winner.version, loserVersion: preview.loser.version },
    })
    // Refused: most likely one of them is not what was shown any more.
    if (!done) void refresh(duplicates.preview)
  }
  const mayMerge = preview !== undefined && open.length === 0 && error === null && !isPlaceholderData

  return (
    <Modal
      open
      width={720}
      title={preview ? `Merge no. ${preview.loser.lead_no} into no. ${preview.winner.lead_no}` : 'Merge two leads'}
      onCancel={onClose}
      footer={null}
    >
      {error && (
        <Notice kind="error" title="These leads can’t be merged">
          {sentenceOf(error, duplicates.preview.failure)}
        </Notice>
      )}
      {!error && !preview && <p role="status">Comparing the two leads…</p>}
      {!error && preview && (
        <>
          <p className="merge-lead">
            No. {preview.winner.lead_no} stays. No. {preview.loser.lead_no} is merged into it; its number keeps working,
            and you can unmerge them at any time.
            <Button
              size="small"
              icon={<SwapOutlined aria-hidden />}
              onClick={() => {
                setPair({ winnerId: pair.loserId, loserId: pair.winnerId })
                setChoices({})
              }}
            >
              Keep no. {preview.loser.lead_no} instead
            </Button>
          </p>
          {open.length > 0 && (
            <Notice
              kind="warning"
              title={`Choose the ${open.map(({ field }) => MERGE_FIELD[field].toLowerCase()).join(', ')}`}
            >
              Both leads are valid with different reps. Choose who keeps the customer.
            </Notice>
          )}
          {preview.restricted_by !== null && (
            <Notice
              kind="warning"
              title={`No. ${preview.winner.lead_no} will be ${preview.restricted_by.becomes === 'held' ? 'quarantined' : 'invalid'}`}
            >
              {preview.restricted_by.domainName} is a restricted domain
              {preview.restricted_by.becomes === 'held'
                ? '. The lead isn’t assigned until it is released.'
                : ' whose leads are marked invalid.'}
            </Notice>
          )}
          {preview.fields.length === 0 && <p>Both leads have the same values in every field.</p>}
          {preview.fields.map((field) => (
            <MergeChoice
              key={field.field}
              label={MERGE_FIELD[field.field]}
              chosen={field.chosen}
              options={optionsOf(field, preview)}
              onChoose={(chosen) => setChoices({ ...choices, [field.field]: chosen })}
            />
          ))}
          <p className="merge-moves">{movesWords(preview)}</p>
        </>
      )}
      <DialogFoot
        button={preview ? `Merge into no. ${preview.winner.lead_no}` : 'Merge'}
        disabled={!mayMerge}
        loading={merge.running}
        onCancel={onClose}
        onConfirm={() => void send()}
      />
    </Modal>
  )
}

/** The value of each lead, and both together where that can be and each has one. */
const optionsOf = ({ field, winner, loser, chosen }: MergedField, preview: MergePreview) => {
  const both = OF_BOTH[field]
  const ofOne = (key: 'winner' | 'loser', value: string | null) => ({
    key,
    text: value === null ? null : mergeValue(field, value),
    from: `No. ${preview[key].lead_no}`,
  })
  return [
    ofOne('winner', winner),
    ofOne('loser', loser),
    ...(both !== undefined && (chosen === 'both' || (winner !== null && loser !== null))
      ? [{ key: 'both' as const, text: both }]
      : []),
  ]
}

const movesWords = ({ winner, moves: { products, comments, verdicts }, total_quantity }: MergePreview) => {
  const parts = [
    ...(products > 0 ? [counted(products, 'product')] : []),
    ...(comments > 0 ? [counted(comments, 'comment')] : []),
    ...(verdicts > 0 ? [counted(verdicts, 'verdict')] : []),
  ]
  const over = parts.length > 0 ? `${parts.join(', ')} and the history` : 'The history'
  return `${over} will move to no. ${winner.lead_no}, with a total quantity of ${formats().number(total_quantity)}.`
}
