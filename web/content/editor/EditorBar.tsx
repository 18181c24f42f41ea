import { ArrowLeftOutlined, ExportOutlined, EyeOutlined, SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { Post } from '#contract/content/post.ts'
import { PostTag } from '#web/content/post-words/PostTag.tsx'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { PersonAvatar } from '#web/kit/look/PersonAvatar.tsx'
import { SaveState } from './SaveState.tsx'
import type { Saving } from './saving.ts'

interface EditorBarProps {
  post: Post | undefined
  saving: Saving
  busy: boolean
  panelOpen: boolean
  onBack: () => void
  onLook: () => void
  onPanel: () => void
  /** Undefined: the person can't. */
  onPreview: (() => void) | undefined
  onSave: (() => void) | undefined
  onPublish: (() => void) | undefined
}

export const EditorBar = ({ post, saving, busy, panelOpen, ...on }: EditorBarProps) => (
  <header className="editor-bar">
    <Button type="text" icon={<ArrowLeftOutlined />} aria-label="Back to Blog List" title="Back" onClick={on.onBack} />
    <PostTag status={post?.status ?? 'draft'} />
    {post?.changes && <span className="editor-changes">Changes not published</span>}
    <SaveState saving={saving} onLook={on.onLook} />
    {post?.others.map(({ id, name }) => (
      <span key={id} className="editor-other" title={`${name} has this post open`}>
        <PersonAvatar name={name} />
        <span className="sr-only">{`${name} has this post open`}</span>
      </span>
    ))}
    <div className="editor-acts">
      {post?.status === 'published' && post.url !== null && (
        <Button
          type="text"
          icon={<ExportOutlined />}
          aria-label="View on the web site"
          title="View on the web site"
          href={post.url}
          target="_blank"
          rel="noopener"
        />
      )}
      {on.onPreview && (
        <Button icon={<EyeOutlined />} onClick={on.onPreview} aria-keyshortcuts="Control+Shift+P">
          <span className="action-words">Preview</span>
        </Button>
      )}
      {on.onSave && (
        <Button onClick={on.onSave} loading={busy} aria-keyshortcuts="Control+S">
          Save draft
          <span className="editor-keys">
            <Kbd>Ctrl</Kbd>
            <Kbd>S</Kbd>
          </span>
        </Button>
      )}
      {on.onPublish && (
        <Button type="primary" onClick={on.onPublish} aria-keyshortcuts="Control+Shift+Enter">
          Publish…
        </Button>
      )}
      <Button
        type="text"
        icon={<SettingOutlined />}
        aria-label="Post settings"
        title="Post settings ( ] )"
        aria-expanded={panelOpen}
        onClick={on.onPanel}
      />
    </div>
  </header>
)
