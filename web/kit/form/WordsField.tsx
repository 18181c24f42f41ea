import { Select } from 'antd'

interface WordsFieldProps {
  id?: string
  value?: string[]
  onChange?: (words: string[]) => void
  placeholder?: string
  maxCount?: number
}

/** Words and phrases, each in a box of its own: Enter or a comma ends one. */
export const WordsField = ({ placeholder, maxCount, ...field }: WordsFieldProps) => (
  <Select
    {...field}
    mode="tags"
    open={false}
    suffixIcon={null}
    tokenSeparators={[',', ';']}
    {...(placeholder !== undefined && { placeholder })}
    {...(maxCount !== undefined && { maxCount })}
  />
)
