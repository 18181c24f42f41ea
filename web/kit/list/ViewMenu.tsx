import {
  CheckCircleOutlined,
  DeleteOutlined,
  EditOutlined,
  HistoryOutlined,
  SaveOutlined,
  TeamOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { savedViews, type SavedView } from '#contract/platform/saved-views.ts'
import { useAction, type ListEndpoint } from '#web/kit/data/api.ts'
import type { View } from './list.ts'
import { screenOf, showPreference } from './saved-views.ts'
import { can } from '#web/kit/data/session.ts'
import type { ListState } from './use-list-params.ts'
import { linkOfView } from './view-links.ts'

interface ViewMenuProps {
  list: ListState<ListEndpoint>
  view: View
  onSave: () => void
  onRename: () => void
  onClose: () => void
}

/** What can be done with the view that is on. */
export const ViewMenu = ({ list, view, onSave, onRename, onClose }: ViewMenuProps) => {
  const { saved } = view
  const items = [
    { label: 'Save as new view', icon: <SaveOutlined aria-hidden />, run: onSave },
    useDefaultItem(list, view),
    ...useSavedItems(list, saved, onRename),
  ]
  return (
    <ul className="menu-items">
      {items.map(({ label, icon, run }) => (
        <li key={label}>
          <button
            type="button"
            className="menu-item"
            onClick={() => {
              onClose()
              run()
            }}
          >
            {icon}
            {label}
          </button>
        </li>
      ))}
    </ul>
  )
}

interface Item {
  label: string
  icon: ReactNode
  run: () => void
}

/** With this view the list opens from now on, or again with the one used last. */
const useDefaultItem = (list: ListState<ListEndpoint>, view: View): Item => {
  const screen = screenOf(list.spec.endpoint)
  const isDefault = list.views.chosen?.key === view.key
  const prefer = useAction(savedViews.prefer, {
    done: isDefault ? 'The list now opens with the last used view' : `The list now opens with ${view.label}`,
    refreshes: savedViews.list,
  })
  const choose = (default_view: string | null) => {
    showPreference(screen, { default_view })
    void prefer({ body: { screen, default_view } })
  }
  return isDefault
    ? { label: 'Open with the last used view', icon: <HistoryOutlined aria-hidden />, run: () => choose(null) }
    : { label: 'Open the list with this view', icon: <CheckCircleOutlined aria-hidden />, run: () => choose(view.key) }
}

/** For a view that was saved: name, sharing and end, as far as they are the person's to decide. */
const useSavedItems = (list: ListState<ListEndpoint>, saved: SavedView | undefined, onRename: () => void): Item[] => {
  const navigate = useNavigate()
  const share = useAction(savedViews.share, {
    done: ({ data }) => (data.shared ? `Shared ${data.name} with your company` : `Stopped sharing ${data.name}`),
    refreshes: savedViews.list,
  })
  const restore = useAction(savedViews.restore, {
    done: ({ data }) => `Restored ${data.name}`,
    refreshes: savedViews.list,
  })
  const remove = useAction(savedViews.remove, {
    done: `${saved?.name ?? 'The view'} deleted`,
    refreshes: savedViews.list,
    undo:
      (_, { params }) =>
      () =>
        void restore({ params }),
    then: () => {
      const [first] = list.views.all
      if (first) void navigate(linkOfView(first, list))
    },
  })
  if (!saved) return []
  const params = { id: saved.id }
  const mayShare = can(savedViews.share)
  return [
    ...(saved.mine ? [{ label: 'Rename', icon: <EditOutlined aria-hidden />, run: onRename }] : []),
    ...(mayShare && (saved.mine || saved.shared)
      ? [
          {
            label: saved.shared ? 'Stop sharing' : 'Share with the company',
            icon: <TeamOutlined aria-hidden />,
            run: () => void share({ params, body: { shared: !saved.shared } }),
          },
        ]
      : []),
    ...(saved.mine
      ? [{ label: 'Delete', icon: <DeleteOutlined aria-hidden />, run: () => void remove({ params }) }]
      : []),
  ]
}
