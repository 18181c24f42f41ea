import { Select, type SelectProps } from 'antd'
import type { DefaultOptionType } from 'antd/es/select'
import { EnterWaits } from './EnterWaits.tsx'

interface SearchSelectProps<Value, One extends DefaultOptionType> extends Omit<
  SelectProps<Value, One>,
  'showSearch' | 'loading'
> {
  onSearch: (typed: string) => void
  /** The options were found for an earlier text, or are not there yet. */
  searching: boolean
}

/** A select whose options the server finds. As a field of a form it gets its value and its id from there. */
export const SearchSelect = <Value, One extends DefaultOptionType = DefaultOptionType>({
  onSearch,
  searching,
  notFoundContent = 'No matches',
  ...select
}: SearchSelectProps<Value, One>) => (
  <EnterWaits searching={searching}>
    <Select<Value, One>
      {...select}
      showSearch={{ filterOption: false, onSearch }}
      loading={searching}
      notFoundContent={searching ? 'Searching' : notFoundContent}
    />
  </EnterWaits>
)
