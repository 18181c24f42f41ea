import { useState } from 'react'
import { assignmentReplay } from '#contract/leads/assignment-replay.ts'
import { MOST_CREDIT } from '#contract/leads/configuration.ts'
import { ReplayAsk } from '#web/leads/assignment-replay/ReplayDialog.tsx'
import { ReplayOutcome } from '#web/leads/assignment-replay/ReplayOutcome.tsx'
import { madeUpFor } from '#web/leads/words/setting-words.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { SelectSetting } from './SelectSetting.tsx'
import { useRouting } from './use-routing.ts'

interface MostCreditProps {
  list: 'qa' | 'sales'
  title: string
  text: string
}

/** How many leads are made up for to whoever got too few. Another number can be looked at before it is saved. */
export const MostCredit = ({ list, title, text }: MostCreditProps) => {
  const { now, set, disabled } = useRouting()
  const [chosen, setChosen] = useState<number>()
  const setting = `${list}_most_credit` as const
  const value = now?.[setting]
  return (
    <>
      <SelectSetting
        title={title}
        value={value}
        running={set.running}
        disabled={disabled}
        options={CREDITS}
        onChange={setChosen}
      >
        {text}
      </SelectSetting>
      {chosen !== undefined && value !== undefined && (
        <FormModal
          open
          title={`${title}: ${inWords(chosen)}`}
          button="Save setting"
          onClose={() => setChosen(undefined)}
          onSave={() => set.orThrow({ body: { [setting]: chosen } })}
        >
          <p className="dialog-note">
            Instead of {inWords(value)}. It applies to new leads. Assigned leads stay where they are.
          </p>
          <ReplayAsk
            label="Show the last 30 days with this"
            title={`The last 30 days, ${list === 'qa' ? 'QA' : 'sales'} catch-up limit: ${inWords(chosen)}`}
            endpoint={assignmentReplay.credit}
            propose={() => ({ body: { list, most_credit: chosen } })}
          >
            {({ data }) => <ReplayOutcome replay={data} />}
          </ReplayAsk>
        </FormModal>
      )}
    </>
  )
}

const inWords = (credit: number) => {
  const words = madeUpFor(credit)
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`
}

const CREDITS = Array.from({ length: MOST_CREDIT + 1 }, (_, value) => ({ value, label: madeUpFor(value) }))
