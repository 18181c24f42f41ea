import { Select } from 'antd'
import { lookups } from '#contract/leads/lookups.ts'
import { hr } from '#contract/portal/hr.ts'
import { useOne } from '#web/kit/data/api.ts'
import './assign.css'

interface StaffDepartmentsProps {
  department: number | undefined
  designation: number | undefined
  onDepartment: (id: number | undefined) => void
  onDesignation: (id: number | undefined) => void
}

/** Narrows all staff to a department, and to a designation of it. */
export const StaffDepartments = ({ department, designation, onDepartment, onDesignation }: StaffDepartmentsProps) => {
  const departments = useOne(lookups.departments, {}, { staleTime: 300_000 })
  const designations = useOne(
    hr.designations,
    { query: { department_id: department ?? 0, page: 1, per_page: 10 } },
    { enabled: department !== undefined, staleTime: 300_000 },
  )
  const optionsOf = (rows: readonly { id: number; name: string }[] = []) =>
    rows.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div className="assign-departments">
      <Select
        allowClear
        aria-label="Department"
        placeholder="Any department"
        value={department ?? null}
        options={optionsOf(departments.data?.data)}
        onChange={(next) => onDepartment(next ?? undefined)}
      />
      <Select
        allowClear
        aria-label="Designation"
        placeholder="Any designation"
        disabled={department === undefined}
        value={designation ?? null}
        options={optionsOf(designations.data?.data)}
        onChange={(next) => onDesignation(next ?? undefined)}
      />
    </div>
  )
}
