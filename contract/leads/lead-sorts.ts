/** Fields that a lead list can be sorted by. */
export const LEAD_SORTS = [
  'created_at',
  'lead_no',
  'name',
  'company',
  'country',
  'status',
  'source',
  'assigned_at',
  'status_at',
  'validated_at',
  'updated_at',
  'total_quantity',
  'due_at',
  'follow_up_on',
] as const
