import { PlusOutlined } from '@ant-design/icons'
import { Button, Form, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { lookups } from '#contract/lookups.ts'
import { useOne } from '#web/kit/api.ts'
import { FormModal } from '#web/kit/FormModal.tsx'

interface AddStaffProps {
  role: string
  /** Whoever is on the list already. */
  taken: readonly number[]
  onAdd: (sid: number) => Promise<unknown>
}

/** Puts a person of the staff on an assignment list. */
export const AddStaff = ({ role, taken, onAdd }: AddStaffProps) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setOpen(true)}>
        Add {role}
      </Button>
      <FormModal<{ sid: number }>
        title={`Add ${role}`}
        button="Add"
        open={open}
        onClose={() => setOpen(false)}
        onSave={({ sid }) => onAdd(sid)}
      >
        <Form.Item name="sid" label="Person" rules={[{ required: true, message: 'Choose a person' }]}>
          <StaffSearch taken={taken} />
        </Form.Item>
      </FormModal>
    </>
  )
}

interface StaffSearchProps {
  /** Who cannot be chosen. */
  taken?: readonly number[]
  id?: string
  value?: number
  onChange?: (sid: number) => void
}

/** A field for one of the staff, found by name or e-mail. */
export const StaffSearch = ({ taken = [], ...field }: StaffSearchProps) => {
  const [sought, setSought] = useState('')
  const search = useDeferredValue(sought.trim())
  const { data, isFetching } = useOne(lookups.allStaff, { query: search ? { search } : {} }, { keepPrevious: true })
  return (
    <Select
      {...field}
      showSearch={{ filterOption: false, onSearch: setSought }}
      loading={isFetching}
      placeholder="Search name or email"
      notFoundContent={isFetching ? 'Searching' : 'Nobody by that name'}
      options={(data?.data ?? []).map(({ id, name, email }) => ({
        value: id,
        label: `${name}, ${email}`,
        disabled: taken.includes(id),
      }))}
    />
  )
}
