import { Checkbox, Form, Input } from 'antd'
import { savedViews, type SavedView, type ViewScreen } from '#contract/platform/saved-views.ts'
import { refresh, useAction } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { can } from '#web/kit/data/session.ts'
import { toast } from '#web/kit/feedback/toast.ts'

interface SaveViewProps {
  /** The view to rename; undefined: a new one. */
  view: SavedView | undefined
  screen: ViewScreen
  /** What a new view keeps. */
  state: { params: SavedView['params']; columns: string[] }
  onClose: () => void
  /** A new view is there. */
  onSaved: (view: SavedView) => void
}

/** The name of a view, and whether colleagues see it. */
export const SaveView = ({ view, screen, state, onClose, onSaved }: SaveViewProps) => {
  const rename = useAction(savedViews.update, { done: 'View renamed', refreshes: savedViews.list })
  const add = useAction(savedViews.add)
  const share = useAction(savedViews.share, { refreshes: savedViews.list })

  const save = async ({ name, shared = false }: { name: string; shared?: boolean }) => {
    if (view) return rename.orThrow({ params: { id: view.id }, body: { name } })
    const { data } = await add.orThrow({ body: { screen, name, ...state } })
    const isShared = shared && (await share({ params: { id: data.id }, body: { shared } })) !== undefined
    // Its tab is there before the address names it.
    await refresh(savedViews.list)
    toast.done(isShared ? `${data.name} saved and shared with your company` : `${data.name} saved`)
    return onSaved(data)
  }

  return (
    <FormModal
      open
      title={view ? `Rename ${view.name}` : 'Save as new view'}
      button={view ? 'Rename' : 'Save view'}
      initialValues={{ name: view?.name ?? '' }}
      onClose={onClose}
      onSave={save}
    >
      <Form.Item
        name="name"
        label="Name"
        rules={[{ required: true, whitespace: true, message: 'Enter a name for the view' }]}
      >
        <Input autoFocus maxLength={60} />
      </Form.Item>
      {!view && can(savedViews.share) && (
        <Form.Item name="shared" valuePropName="checked" required>
          <Checkbox>Share with everyone in the company</Checkbox>
        </Form.Item>
      )}
    </FormModal>
  )
}
