import { Form, Input, Select } from 'antd'
import { EXPORT_COLUMN_NAMES, EXPORT_COLUMNS } from '#contract/leads/exports.ts'
import { StaffSearch } from '#web/leads/acts/StaffSearch.tsx'
import { useCompanyWords } from '#web/leads/company-words/company-words.ts'
import { holdDays } from '#web/leads/words/lead-days.ts'
import { offeredReasons } from '#web/leads/words/lead-words.ts'
import type { FieldsProps } from '#web/platform/bulk/bulk-area.ts'
import { ColumnsField } from '#web/platform/exports/ColumnsField.tsx'
import type { BulkAct, LeadValues } from './lead-values.ts'

/** What an act on many leads asks for. */
export const LeadFields = ({ act, values, onChange }: FieldsProps<BulkAct, LeadValues>) => {
  const words = useCompanyWords()
  switch (act) {
    case 'assign':
      return (
        <Form.Item label="To" htmlFor="bulk-staff" required>
          <StaffSearch forLeads id="bulk-staff" onChange={(staffId) => onChange({ staffId })} />
        </Form.Item>
      )
    case 'hold':
      return (
        <>
          <Form.Item label="Until" htmlFor="bulk-until" required>
            <Select
              id="bulk-until"
              placeholder="Choose a day"
              showSearch={{ optionFilterProp: 'label' }}
              options={holdDays()}
              onChange={(until: string) => onChange({ until })}
            />
          </Form.Item>
          <Form.Item label="Reason" htmlFor="bulk-hold-reason">
            <Input.TextArea
              id="bulk-hold-reason"
              rows={2}
              maxLength={500}
              value={values.note}
              onChange={(event) => onChange({ note: event.target.value })}
            />
          </Form.Item>
        </>
      )
    case 'invalidate':
      return (
        <>
          <Form.Item label="Reason" htmlFor="bulk-reason" required>
            <Select
              id="bulk-reason"
              placeholder="Choose a reason"
              // A duplicate needs the lead that it repeats, which differs from lead to lead.
              options={offeredReasons(words).filter(({ value }) => value !== 'duplicate')}
              onChange={(reason: LeadValues['reason']) => onChange({ reason })}
            />
          </Form.Item>
          <Form.Item
            label="Note"
            htmlFor="bulk-note"
            {...(values.reason === 'other'
              ? { required: true, extra: 'Explain briefly why these leads are invalid' }
              : {})}
          >
            <Input.TextArea
              id="bulk-note"
              rows={2}
              maxLength={2000}
              value={values.note}
              onChange={(event) => onChange({ note: event.target.value })}
            />
          </Form.Item>
        </>
      )
    case 'comment':
      return (
        <Form.Item label="Comment" htmlFor="bulk-comment" required>
          <Input.TextArea
            id="bulk-comment"
            autoFocus
            rows={3}
            maxLength={5000}
            value={values.comment}
            onChange={(event) => onChange({ comment: event.target.value })}
          />
        </Form.Item>
      )
    case 'export':
      return (
        <ColumnsField
          labels={EXPORT_COLUMNS}
          names={EXPORT_COLUMN_NAMES}
          value={values.columns}
          onChange={(columns) => onChange({ columns })}
        />
      )
    case 'start':
    case 'remove':
      return null
  }
}
