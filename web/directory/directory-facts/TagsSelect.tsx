import { Select } from 'antd'
import { contacts } from '#contract/directory/contacts.ts'
import { DIRECTORY_LIMITS } from '#contract/directory/directory-values.ts'
import { useOne } from '#web/kit/data/api.ts'

interface TagsSelectProps {
  id?: string
  value?: readonly string[]
  onChange?: (tags: string[]) => void
}

/** Tags that are in use, or new ones. As a field of a form it gets its value and its id from there. */
export const TagsSelect = ({ id, value = [], onChange }: TagsSelectProps) => {
  const tags = useOne(contacts.filterOptions, { query: {} }, { staleTime: 60_000 }).data?.data.tags ?? []
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="tags"
      tokenSeparators={[',']}
      maxCount={DIRECTORY_LIMITS.tags}
      value={[...value]}
      options={tags.map((tag) => ({ value: tag, label: tag }))}
      onChange={(chosen: string[]) =>
        onChange?.([...new Set(chosen.map((tag) => tag.trim().slice(0, DIRECTORY_LIMITS.tag)).filter(Boolean))])
      }
    />
  )
}
