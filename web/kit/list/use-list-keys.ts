import type { ListEndpoint } from '#web/kit/data/api.ts'
import { preferences, setPreference } from '#web/kit/data/preferences.ts'
import { useKeys } from '#web/kit/keys/keys.ts'
import type { ListPageProps } from './list-page-props.ts'
import type { ListRows } from './use-list-rows.ts'

/** The keys of a list screen: from row to row, selecting, the acts on what is selected or current, and the page's own. */
export const useListKeys = <E extends ListEndpoint>(
  { bulk = [], onOpen, keys }: ListPageProps<E>,
  { rows, selection, selectable, current }: ListRows<E>,
) => {
  const { density } = preferences.use()
  const acting = selection.rows.length > 0 ? selection.rows : current.row ? [current.row] : []
  useKeys('list', [
    { keys: ['j', 'arrowdown'], label: 'Next row', run: () => current.move(1) },
    { keys: ['k', 'arrowup'], label: 'Previous row', run: () => current.move(-1) },
    ...(onOpen ? [{ keys: 'enter', label: 'Open', run: () => current.row && onOpen(current.row) }] : []),
    ...(selectable
      ? [
          { keys: 'x', label: 'Select', run: () => current.row && selection.toggle(current.row) },
          {
            keys: 'shift+x',
            label: 'Select the range',
            run: () => current.row && selection.selectTo(current.row, rows),
          },
          { keys: 'escape', label: 'Clear the selection', run: selection.clear },
        ]
      : []),
    { keys: 'd', label: 'Density', run: () => setPreference('density', density === 'roomy' ? 'compact' : 'roomy') },
    ...bulk.flatMap(({ keys: key, label, run, takesAll }) =>
      key && (takesAll || !selection.all)
        ? [
            {
              keys: key,
              label,
              run: () => acting.length > 0 && run({ rows: acting, all: selection.all, clear: selection.clear }),
            },
          ]
        : [],
    ),
    ...(keys?.(current.row) ?? []),
  ])
}
