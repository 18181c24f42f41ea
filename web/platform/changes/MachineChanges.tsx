import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { useId } from 'react'
import { changes } from '#contract/platform/changes.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { useOne } from '#web/kit/data/api.ts'
import { When } from '#web/kit/look/When.tsx'
import { sentenceOf, type ChangeWords } from './change-words.ts'
import { ChangeList } from './ChangeList.tsx'

interface MachineChangesProps {
  query: QueryOf<typeof changes.list>
  words: ChangeWords
  open: boolean
  onOpen: (open: boolean) => void
}

/** What rules, schedules and feeds did, behind one line that opens it. */
export const MachineChanges = ({ query, words, open, onOpen }: MachineChangesProps) => {
  const id = useId()
  const [newest] = useOne(changes.list, { query: { ...query, by: 'machine', limit: 1 } }).data?.data ?? []
  if (!newest) return null
  return (
    <section className="changes-machine" aria-label="Automatic changes">
      <button
        type="button"
        className="change-words"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => onOpen(!open)}
      >
        <span aria-hidden className="change-arrow">
          {open ? <DownOutlined /> : <RightOutlined />}
        </span>
        Automatic changes
      </button>
      <p className="change-note">
        By rules, schedules and forms. Latest: {sentenceOf(words, newest)}, <When at={newest.at} />
      </p>
      {open && (
        <div id={id} className="changes-opened">
          <ChangeList query={{ ...query, by: 'machine' }} words={words} none={null} />
        </div>
      )}
    </section>
  )
}
