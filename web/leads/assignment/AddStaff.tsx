import { PlusOutlined } from '@ant-design/icons'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { FormModal, valuesOf } from '#web/kit/form/FormModal.tsx'
import { ReplayAsk, type ReplayEndpoint } from '#web/leads/assignment-replay/ReplayDialog.tsx'
import { ReplayOutcome } from '#web/leads/assignment-replay/ReplayOutcome.tsx'
import { StaffSearch } from '#web/leads/acts/StaffSearch.tsx'

interface AddStaffProps {
  role: string
  replay: ReplayEndpoint
  /** Whoever is on the list already. */
  taken: readonly number[]
  onAdd: (sid: number) => Promise<unknown>
}

/** Puts a person of the staff on an assignment list. */
export const AddStaff = ({ role, replay, taken, onAdd }: AddStaffProps) => {
  const [form] = Form.useForm<{ sid: number }>()
  const [open, setOpen] = useState(false)
  const chosen = Form.useWatch('sid', form)
  return (
    <>
      <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setOpen(true)}>
        Add {role}
      </Button>
      <FormModal<{ sid: number }>
        title={`Add ${role}`}
        button="Add"
        open={open}
        form={form}
        onClose={() => setOpen(false)}
        onSave={({ sid }) => onAdd(sid)}
      >
        <Form.Item name="sid" label="Person" rules={[{ required: true, message: 'Choose a person' }]}>
          <StaffSearch taken={taken} />
        </Form.Item>
        <ReplayAsk
          label="Show the last 30 days with them"
          title={`The last 30 days with one more ${role}`}
          endpoint={replay}
          propose={() => valuesOf(form).then((values) => values && { body: { add: values } })}
        >
          {({ data }) => <ReplayOutcome replay={data} about={chosen} />}
        </ReplayAsk>
      </FormModal>
    </>
  )
}
