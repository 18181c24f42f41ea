import { Form, Select } from 'antd'
import { autoAssignQa } from '#contract/leads/auto-assign-qa.ts'
import { autoAssignSales } from '#contract/leads/auto-assign-sales.ts'
import { availability } from '#contract/leads/availability.ts'
import { nextDays } from '#web/leads/words/lead-days.ts'
import { useAction } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { formats } from '#web/kit/look/format.ts'

const MOST_DAYS = 90

/** Until when one is given no leads. */
export const AwayDialog = ({ until, onClose }: { until: string | null; onClose: () => void }) => {
  const setAway = useAction(availability.setAway, {
    done: ({ data }) =>
      data.away_until ? `You get no leads until ${formats().writeDay(data.away_until)}` : 'You get leads again',
    refreshes: [availability.mine, autoAssignQa.list, autoAssignSales.list],
  })
  const days = nextDays(MOST_DAYS)
  const known = until === null || days.some(({ value }) => value === until)
  return (
    <FormModal<{ until?: string }>
      open
      title="Away"
      button="Save"
      initialValues={until === null ? {} : { until }}
      onClose={onClose}
      onSave={({ until: day }) => setAway.orThrow({ body: { away_until: day ?? null } })}
    >
      <p className="dialog-note">You get no new leads while you are away. Your current leads stay yours.</p>
      <Form.Item name="until" label="Back on">
        <Select
          autoFocus
          allowClear
          placeholder="Not away"
          showSearch={{ optionFilterProp: 'label' }}
          options={known ? days : [{ value: until, label: formats().writeDay(until) }, ...days]}
        />
      </Form.Item>
    </FormModal>
  )
}
