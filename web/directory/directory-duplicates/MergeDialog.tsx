import { SwapOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { directoryMerges, type DirectoryKind, type MergePlan } from '#contract/directory/directory-merges.ts'
import { sentenceOf } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { DialogFoot } from '#web/kit/form/DialogFoot.tsx'
import { MergeChoice } from '#web/kit/form/MergeChoice.tsx'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { valueWords } from '#web/directory/directory-facts/directory-words.ts'
import { Source } from '#web/directory/directory-facts/Source.tsx'
import { againWords, alsoWords, moveParts, sameWords } from './merge-words.ts'
import { useMerge, useMergePlan, type MergeBody } from './use-merge.ts'
import './merge-dialog.css'

interface MergeDialogProps {
  kind: DirectoryKind
  /** The one that is to stay; the person may swap the two. */
  winner: number
  loser: number
  onClose: () => void
  /** With the one that stays. */
  onMerged?: (winner: number) => void
}

type Picks = NonNullable<MergeBody['picks']>

/** What merging two would make of them, field by field, before it is done. */
export const MergeDialog = ({ kind, onClose, onMerged, ...chosen }: MergeDialogProps) => {
  useFocusBack()
  const [{ winner, loser }, setPair] = useState({ winner: chosen.winner, loser: chosen.loser })
  const [picks, setPicks] = useState<Picks>({})
  const body: MergeBody = { winner, losers: [loser], picks }
  const { data: plan, error, isPlaceholderData } = useMergePlan(kind, body)
  const names = plan && { winner: plan.winner.name, loser: plan.losers.map(({ name }) => name).join(', ') }
  const merge = useMerge(kind, names ? `Merged ${names.loser} into ${names.winner}` : 'Merged', (kept) => {
    onClose()
    onMerged?.(kept)
  })
  const many = kind === 'contact' ? 'contacts' : 'companies'
  const isReady = plan !== undefined && error === null && !isPlaceholderData && !merge.running
  const send = () => {
    if (isReady) void merge({ body })
  }

  return (
    <Modal
      open
      width={720}
      title={names ? `Merge ${names.loser} into ${names.winner}` : `Merge two ${many}`}
      onCancel={onClose}
      footer={null}
    >
      {error && (
        <Notice kind="error" title={`These ${many} can’t be merged`}>
          {sentenceOf(error, directoryMerges.mergeContacts.failure)}
        </Notice>
      )}
      {!error && !plan && <p role="status">Comparing the two {many}…</p>}
      {!error && plan && names && (
        <div aria-busy={isPlaceholderData}>
          <p className="merge-lead">
            {names.winner} stays. {againWords(kind)} You can unmerge at any time.
          </p>
          <Button
            className="merge-swap"
            icon={<SwapOutlined aria-hidden />}
            onClick={() => {
              setPair({ winner: loser, loser: winner })
              setPicks({})
            }}
          >
            Keep {names.loser} instead
          </Button>
          {plan.fields.map(({ field, label, chosen, choices }) => (
            <MergeChoice
              key={field}
              label={label}
              chosen={chosen}
              options={choices.map(({ from_id, value, from }) => ({
                key: from_id,
                text: value === null ? null : valueWords(field, value),
                from: from && <Source from={from} opens={false} />,
              }))}
              onChoose={(from) => setPicks({ ...picks, [field]: from })}
            />
          ))}
          <AllStay label="Emails" values={plan.emails} />
          <AllStay label="Phones" values={plan.phones} />
          <AllStay label="Domains" values={plan.domains} />
          <Moves plan={plan} />
        </div>
      )}
      <DialogFoot
        button={`Merge ${many}`}
        disabled={plan === undefined || error !== null}
        loading={merge.running}
        onCancel={onClose}
        onConfirm={send}
      />
    </Modal>
  )
}

/** Of these the one that stays keeps all. */
const AllStay = ({ label, values }: { label: string; values: readonly string[] }) =>
  values.length > 1 && (
    <div className="merge-field">
      <h3>{label}</h3>
      <ul className="merge-all">
        {values.map((value) => (
          <li key={value}>{value}</li>
        ))}
        <li className="merge-no">{values.length === 2 ? 'Both stay' : 'All stay'}</li>
      </ul>
    </div>
  )

const Moves = ({ plan }: { plan: MergePlan }) => {
  const parts = moveParts(plan)
  const same = sameWords(plan.same)
  const also = alsoWords(plan.also.length)
  return (
    <div className="merge-box">
      <h3>{parts.length > 0 ? `Moves to ${plan.winner.name}` : 'Nothing else moves'}</h3>
      {parts.length > 0 && (
        <ul>
          {parts.map(({ count, noun }) => (
            <li key={noun}>
              <strong>{count}</strong> {noun}
            </li>
          ))}
        </ul>
      )}
      {same !== '' && <p>{same}</p>}
      {also !== '' && <p>{also}</p>}
    </div>
  )
}
