import { Select } from 'antd'
import { useState, type ReactElement, type UIEvent } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { productStructure, type Attribute } from '#contract/catalogue/product-structure.ts'
import { call, keyOf } from '#web/kit/data/api.ts'
import { EnterWaits } from '#web/kit/form/EnterWaits.tsx'
import { useSought } from '#web/kit/form/use-sought.ts'
import { formats } from '#web/kit/look/format.ts'

interface OptionSelectProps {
  attribute: Attribute
  /** Where no label of the page names it. */
  label?: string
  id?: string
  describedBy?: string | undefined
  placeholder?: string
  disabled?: boolean
  /** What chosen codes are called, beyond the first options of the attribute. */
  known?: ReadonlyMap<string, string>
  status?: 'error' | undefined
  value: string | null
  onChange: (code: string | null) => void
  onBlur?: () => void
}

/** One option of an attribute, sought on the server where there are many. */
export const OptionSelect = ({
  attribute,
  known,
  label,
  describedBy,
  value,
  onChange,
  status,
  ...field
}: OptionSelectProps) => {
  const { select, labelOf, searching } = useOptions(attribute, known)
  return (
    <EnterWaits searching={searching}>
      <Select
        {...field}
        {...select}
        {...(status && { status })}
        allowClear
        aria-label={label}
        aria-describedby={describedBy}
        value={value === null ? null : { value, label: labelOf(value) }}
        labelInValue
        onChange={(next) => onChange(next?.value ?? null)}
      />
    </EnterWaits>
  )
}

interface OptionsSelectProps extends Omit<OptionSelectProps, 'value' | 'onChange'> {
  value: readonly string[]
  onChange: (codes: string[]) => void
}

/** Several of them. */
export const OptionsSelect = ({
  attribute,
  known,
  label,
  describedBy,
  value,
  onChange,
  status,
  ...field
}: OptionsSelectProps) => {
  const { select, labelOf, searching } = useOptions(attribute, known)
  return (
    <EnterWaits searching={searching}>
      <Select
        {...field}
        {...select}
        {...(status && { status })}
        mode="multiple"
        aria-label={label}
        aria-describedby={describedBy}
        value={value.map((code) => ({ value: code, label: labelOf(code) }))}
        labelInValue
        onChange={(next) => onChange(next.map((one) => one.value))}
      />
    </EnterWaits>
  )
}

const PAGE_SIZE = 50

/** The options that match, as far as they have come: further ones follow where the list ends. */
const useOptions = (attribute: Attribute, known?: ReadonlyMap<string, string>) => {
  const { id, options: first, options_total } = attribute
  const [open, setOpen] = useState(false)
  const sought = useSought()
  const search = sought.words
  const isWhole = options_total <= first.length
  const answer = useInfiniteQuery({
    queryKey: keyOf(productStructure.options, { params: { id }, search }),
    queryFn: ({ pageParam, signal }) => optionsPage(id, search, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, totalPages } }) => (page < totalPages ? page + 1 : undefined),
    enabled: open && !isWhole,
    placeholderData: (before) => before,
  })
  const found = isWhole ? first : (answer.data?.pages.flatMap(({ data }) => data) ?? first)
  const labels = new Map([...first, ...found].map(({ code, label }) => [code, label]))
  const more = !isWhole && answer.hasNextPage
  return {
    searching: !isWhole && sought.searching({ isFetching: answer.isFetching && !answer.isFetchingNextPage }),
    labelOf: (code: string) => labels.get(code) ?? known?.get(code) ?? code,
    select: {
      showSearch: isWhole ? { optionFilterProp: 'label' } : { filterOption: false, onSearch: sought.onSearch },
      options: found.filter(({ retired }) => !retired).map(({ code, label }) => ({ value: code, label })),
      loading: answer.isFetching,
      notFoundContent: answer.isFetching ? 'Searching' : 'No matches',
      onOpenChange: (next: boolean) => {
        setOpen(next)
        if (!next) sought.onSearch('')
      },
      onPopupScroll: ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLElement>) => {
        if (more && !answer.isFetching && scrollHeight - scrollTop - clientHeight < 120) void answer.fetchNextPage()
      },
      ...(more && {
        popupRender: (menu: ReactElement) => (
          <>
            {menu}
            <p className="options-more">
              {formats().number(found.length)} of {formats().number(options_total)}. Type to find others.
            </p>
          </>
        ),
      }),
    },
  }
}

const optionsPage = (id: number, search: string, page: number, signal: AbortSignal) =>
  call(
    productStructure.options,
    { params: { id }, query: { page, pageSize: PAGE_SIZE, ...(search !== '' && { search }) } },
    { signal },
  )
