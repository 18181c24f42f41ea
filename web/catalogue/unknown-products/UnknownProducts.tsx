import { CheckCircleFilled, PlusOutlined, StopOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { UNKNOWN_SORTS, unknownProducts, type UnknownProduct } from '#contract/catalogue/unknown-products.ts'
import { productList } from '#contract/catalogue/product-list.ts'
import { useAction } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import type { Card, Column, View } from '#web/kit/list/list.ts'
import { ListPage } from '#web/kit/list/ListPage.tsx'
import { focusRow } from '#web/kit/list/use-current-row.ts'
import { TAB } from '#web/kit/list/tab-name.ts'
import { ViewTabLink } from '#web/kit/list/TabLink.tsx'
import { useListParams } from '#web/kit/list/use-list-params.ts'
import { formats } from '#web/kit/look/format.ts'
import { When } from '#web/kit/look/When.tsx'
import { LeadCount } from '#web/catalogue/product-list/demand-cells.tsx'
import { PRODUCT_VIEWS } from '#web/catalogue/product-list/product-views.ts'
import { linkToLeads } from '#web/leads/published.ts'
import { SuggestionButton } from './SuggestionButton.tsx'
import { useMapping } from './use-mapping.ts'
import './unknown-products.css'

const NOUN = ['name', 'names'] as const

const VIEWS: readonly View[] = [
  {
    key: 'unknown',
    label: 'Unknown products',
    params: {},
    empty: {
      title: 'Every name is in the catalogue',
      text: 'Names that leads ask for and no product has appear here.',
    },
  },
  {
    key: 'ignored',
    label: 'Ignored',
    params: { ignored: 'yes' },
    empty: { title: 'No name is ignored', text: 'Names that you ignore appear here.' },
  },
]

const PRODUCT_TABS = PRODUCT_VIEWS.map((view) => <ViewTabLink key={view.key} endpoint={productList.list} view={view} />)

/** Names that are no product: one key says what is meant, and the next name is current at once. */
export const UnknownProducts = ({ title }: { title: string }) => {
  const list = useListParams({
    endpoint: unknownProducts.list,
    sorts: UNKNOWN_SORTS,
    defaultSort: { sort: 'asked_90', order: 'desc' },
    own: [TAB],
    views: VIEWS,
  })
  const mapping = useMapping()
  const restore = useAction(unknownProducts.restore, { done: 'Restored the name', refreshes: unknownProducts.list })
  const navigate = useNavigate()
  const mayMap = can(unknownProducts.map)
  const mayAct = (name: UnknownProduct | undefined): name is UnknownProduct =>
    mayMap && name !== undefined && !name.ignored && !mapping.of(name.id) && !mapping.running
  const takeFirst = (name: UnknownProduct, place: number) => {
    const suggestion = name.suggestions[place]
    if (suggestion) void mapping.mapTo(name, suggestion.product.id)
  }
  const add = ({ text }: UnknownProduct) =>
    void navigate(`/marketing/masterproduct_properties?add=${encodeURIComponent(text)}`)

  const suggestion = (place: number) => (name: UnknownProduct) => {
    const result = mapping.of(name.id)
    if (result)
      return place === 0 ? (
        <span className="unknown-result" role="status">
          <CheckCircleFilled aria-hidden /> {result.words}{' '}
          {result.product && (
            <>
              <strong>{result.product}</strong>. The name is remembered.{' '}
            </>
          )}
          <Button type="link" size="small" loading={mapping.running} onClick={() => void mapping.undo(result)}>
            Undo <Kbd>Z</Kbd>
          </Button>
        </span>
      ) : null
    const found = name.suggestions[place]
    if (!found) return null
    return (
      <SuggestionButton
        place={place}
        suggestion={found}
        disabled={!mayAct(name)}
        onTake={() => takeFirst(name, place)}
      />
    )
  }
  const columns: Column<UnknownProduct>[] = [
    {
      key: 'text',
      title: 'Name as sent',
      width: 220,
      priority: 0,
      sort: 'text',
      render: (name) => <NameCell name={name} />,
    },
    {
      key: 'asked_90',
      title: 'Requested 90 d',
      width: 130,
      priority: 0,
      align: 'right',
      sort: 'asked_90',
      firstOrder: 'desc',
      render: ({ text, asked_90 }) => (
        <LeadCount
          count={asked_90}
          to={linkToLeads('marketing', { product_name: text, asked_in: '90' })}
          label={`leads for ${text} in 90 days`}
        />
      ),
    },
    { key: 'best', title: 'Best match', width: 236, priority: 0, render: suggestion(0) },
    { key: 'second', title: 'Second', width: 232, priority: 3, render: suggestion(1) },
    { key: 'third', title: 'Third', width: 230, priority: 4, render: suggestion(2) },
    {
      key: 'acts',
      title: '',
      width: 124,
      priority: 1,
      render: (name) =>
        name.ignored ? (
          mayMap && <Button onClick={() => void restore({ body: { key: name.key } })}>Restore</Button>
        ) : mapping.of(name.id) ? null : (
          <Acts
            name={name}
            disabled={!mayAct(name)}
            onAdd={() => add(name)}
            onIgnore={() => void mapping.ignore(name)}
          />
        ),
    },
  ]
  return (
    <ListPage
      title={title}
      list={list}
      noun={NOUN}
      columns={columns}
      search="Search names"
      tabs={{ before: PRODUCT_TABS }}
      above={
        <p className="unknown-hint">
          Choose the product people meant. We update its leads and remember the name.
          {mayMap && <KeyHints />}
        </p>
      }
      card={(name) => {
        const places = mapping.of(name.id) ? [0] : [0, 1, 2]
        return nameCard(
          name,
          places.map((place) => suggestion(place)(name)),
          columns.at(-1)?.render(name),
        )
      }}
      empty={{
        title: 'Every name is in the catalogue',
        text: 'Names that leads ask for and no product has appear here.',
      }}
      keys={(current) => {
        const on = (run: (name: UnknownProduct) => void) => () => {
          if (!mayAct(current)) return
          run(current)
          stepFrom(current.id)
        }
        return [
          ...(mayMap
            ? [
                { keys: '1', label: 'Map to the best match', run: on((name) => takeFirst(name, 0)) },
                { keys: '2', label: 'Map to the second', run: on((name) => takeFirst(name, 1)) },
                { keys: '3', label: 'Map to the third', run: on((name) => takeFirst(name, 2)) },
                { keys: 'n', label: 'New product', run: () => mayAct(current) && add(current) },
                { keys: 's', label: 'Ignore', run: on((name) => void mapping.ignore(name)) },
              ]
            : []),
          ...(mapping.newest
            ? [{ keys: 'z', label: 'Undo', run: () => mapping.newest && void mapping.undo(mapping.newest) }]
            : []),
        ]
      }}
    />
  )
}

const nameCard = (name: UnknownProduct, suggestions: readonly ReactNode[], end: ReactNode): Card => ({
  title: name.text,
  corner: formats().number(name.asked_90),
  lines: [
    <NameFacts key="facts" name={name} />,
    // A suggestion has no other name than its place.
    ...suggestions.map((suggestion, place) => <div key={place}>{suggestion}</div>),
  ],
  end,
})

const KeyHints = () => (
  <span className="key-hints" aria-hidden>
    <span>
      <Kbd>1</Kbd> <Kbd>2</Kbd> <Kbd>3</Kbd> map
    </span>
    <span>
      <Kbd>N</Kbd> new product
    </span>
    <span>
      <Kbd>S</Kbd> ignore
    </span>
    <span>
      <Kbd>Z</Kbd> undo
    </span>
  </span>
)

/** The next row is current at once. */
const stepFrom = (id: number) => {
  const next = document.querySelector(`.list [data-row-key="${id}"]`)?.nextElementSibling?.getAttribute('data-row-key')
  if (next) focusRow(Number(next))
}

const NameCell = ({ name }: { name: UnknownProduct }) => (
  <span className="two-lines">
    <bdi className="first strong">{name.text}</bdi>
    <span className="second">
      {formats().number(name.valid_90)} valid · last <When at={name.last_at} />
    </span>
  </span>
)

const NameFacts = ({ name: { valid_90, last_at } }: { name: UnknownProduct }) => (
  <div>
    {formats().number(valid_90)} valid · last <When at={last_at} />
  </div>
)

interface ActsProps {
  name: UnknownProduct
  disabled: boolean
  onAdd: () => void
  onIgnore: () => void
}

const Acts = ({ name: { text }, disabled, onAdd, onIgnore }: ActsProps) =>
  can(unknownProducts.map) ? (
    <span className="unknown-acts">
      <Button
        type="text"
        icon={<PlusOutlined aria-hidden />}
        aria-label={`New product ${text}`}
        title="New product (N)"
        disabled={disabled}
        onClick={onAdd}
      />
      <Button
        type="text"
        icon={<StopOutlined aria-hidden />}
        aria-label={`Ignore ${text}`}
        title="Ignore (S)"
        disabled={disabled}
        onClick={onIgnore}
      />
    </span>
  ) : null
