import { Input } from 'antd'
import { useRef, useState } from 'react'
import { blogPosts } from '#contract/content/blog-posts.ts'
import { blogPublishing } from '#contract/content/blog-publishing.ts'
import { POST_LIMITS, type Post } from '#contract/content/post.ts'
import { ApiError, call, mayBeSentAgain, sentenceOf } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { useKeys } from '#web/kit/keys/keys.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { PageTitle } from '#web/kit/look/PageTitle.tsx'
import { useNarrow } from '#web/kit/look/use-media.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { Cover } from './Cover.tsx'
import { EditorBar } from './EditorBar.tsx'
import { discardCopy } from './keeping.ts'
import { LeftOffer } from './LeftOffer.tsx'
import { FIELDS, missingIn, type FieldName } from './post-fields.ts'
import { companyHost } from './post-pictures.ts'
import type { PostEditorProps } from './post-editor-props.ts'
import { PostPanel } from './PostPanel.tsx'
import { PostText, type PostTextHandle } from './PostText.tsx'
import { SettingsSheet } from './SettingsSheet.tsx'
import { useKeyboardInset } from './use-keyboard-inset.ts'
import { groundOfLeft, type Left, type Opened } from './use-opening.ts'
import { useWriting } from './use-writing.ts'

interface WritingProps extends Omit<PostEditorProps, 'id'> {
  opened: Opened
}

/** Asks first what becomes of what was left, then opens the post. */
export const Writing = ({ opened, ...props }: WritingProps) => {
  const [begun, setBegun] = useState({ ...opened, fields: opened.ground.fields, at: 0 })
  const resume = async (left: Left) => {
    try {
      const ground = await groundOfLeft(opened.ground, left)
      setBegun({ key: left.key, ground, fields: left.fields, left: undefined, at: 1 })
    } catch (failure) {
      toast.failed(sentenceOf(failure), { retry: () => void resume(left) })
    }
  }
  return <Page key={begun.at} begun={begun} onContinue={(left) => void resume(left)} {...props} />
}

interface PageProps extends Omit<WritingProps, 'opened'> {
  begun: Opened & { fields: Opened['ground']['fields']; at: number }
  onContinue: (left: Left) => void
}

const Page = ({ begun, onContinue, onBack, onMade, renderPublish, onVersions }: PageProps) => {
  const narrow = useNarrow()
  useKeyboardInset(narrow)
  const text = useRef<PostTextHandle>(null)
  const [left, setLeft] = useState(begun.left)
  const writing = useWriting({ ...begun, text, onMade })
  const { fields, post, saving, change, collided, setCollided } = writing
  const [host] = useState(() => companyHost(begun.ground.post?.content ?? ''))
  const [words, setWords] = useState(begun.ground.post?.words ?? 0)
  const [panel, setPanel] = useState(!narrow)
  const [looking, setLooking] = useState(true)
  const mayWrite = can(post ? blogPosts.update : blogPosts.add)
  const editable = mayWrite && !left
  const { save, fault, setFault, busy } = useSave(writing, text, () => setPanel(true))
  const publishing = usePublishing(save, post, writing.setPost, saving)

  useKeys('everywhere', [
    { keys: 'ctrl+s', label: 'Save draft', run: () => void (editable && save()) },
    { keys: 'ctrl+shift+enter', label: 'Publish', run: () => editable && publishing.open() },
    { keys: 'ctrl+shift+p', label: 'Preview', run: () => void publishing.preview() },
    { keys: ']', label: 'Open or close post settings', run: () => setPanel(!panel) },
  ])

  const settings = (
    <PostPanel
      post={post}
      fields={fields}
      editable={editable}
      fault={fault}
      onChange={(to) => {
        setFault(undefined)
        change(to)
      }}
      onVersions={onVersions}
    />
  )
  return (
    <div className="editor">
      <PageTitle title={post ? 'Edit post' : 'New post'}>
        <span className="sr-only">{post ? 'Edit post' : 'New post'}</span>
      </PageTitle>
      <EditorBar
        post={post}
        saving={saving}
        busy={busy}
        panelOpen={panel}
        onBack={onBack}
        onLook={() => setLooking(true)}
        onPanel={() => setPanel(!panel)}
        onPreview={mayWrite ? () => void publishing.preview() : undefined}
        onSave={editable ? () => void save() : undefined}
        onPublish={editable && can(blogPublishing.setStatus) ? publishing.open : undefined}
      />
      {left && (
        <LeftOffer
          left={left}
          stored={begun.ground.fields}
          isNew={!post}
          onContinue={() => onContinue(left)}
          onDiscard={() => {
            void discardCopy(left.key)
            setLeft(undefined)
          }}
        />
      )}
      <div className="editor-body">
        <div className="editor-canvas" inert={left !== undefined}>
          <div className="editor-column">
            <Cover
              fields={fields}
              editable={editable}
              fault={fields.image ? undefined : faultOf(fault, 'image')}
              onChange={change}
            />
            <Input.TextArea
              id="post-title"
              className="grows editor-title"
              rows={1}
              aria-label="Title"
              placeholder="Title"
              value={fields.title}
              maxLength={POST_LIMITS.title}
              disabled={!editable}
              aria-describedby="post-title-fault"
              onChange={({ target }) => change({ title: target.value.replaceAll('\n', ' ') })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
                event.preventDefault()
                text.current?.focus()
              }}
            />
            <p id="post-title-fault" className="field-failure" role="alert">
              {faultOf(fault, 'title')}
            </p>
            <p className="editor-facts">{factsOf(words)}</p>
            <PostText
              ref={text}
              document={begun.fields.document}
              host={host}
              editable={editable}
              onTouched={saving.touched}
              onWords={setWords}
            />
            <p id="post-document" tabIndex={-1} className="field-failure" role="alert">
              {faultOf(fault, 'document')}
            </p>
          </div>
        </div>
        {panel && narrow && <SettingsSheet onClose={() => setPanel(false)}>{settings}</SettingsSheet>}
        {panel && !narrow && (
          <aside className="editor-panel" aria-label="Post settings" inert={left !== undefined}>
            {settings}
          </aside>
        )}
      </div>
      {publishing.shown &&
        renderPublish({
          post: publishing.shown,
          onChanged: publishing.changed,
          onGoTo: ({ field, block }) => {
            setPanel(true)
            requestAnimationFrame(() => goTo(field, block))
          },
          onClose: publishing.close,
        })}
      {collided && looking && (
        <ConflictDialog
          {...collided}
          onDecided={(decided) => {
            setCollided(undefined)
            void saving.settle(decided, collided.theirs).catch((failure: unknown) => toast.failed(sentenceOf(failure)))
          }}
          onClose={() => setLooking(false)}
        />
      )}
    </div>
  )
}

const WORDS_A_MINUTE = 220
const factsOf = (words: number) =>
  `${formats().number(Math.max(1, Math.ceil(words / WORDS_A_MINUTE)))} min read · ${counted(words, 'word')}`

interface Fault {
  field: FieldName
  sentence: string
}
const faultOf = (fault: Fault | undefined, field: FieldName) => (fault?.field === field ? fault.sentence : undefined)

/** What the call says of a field that is called otherwise here. */
const FIELD_OF: Record<string, FieldName> = { image_id: 'image', og_image_id: 'og_image', content: 'document' }
const fieldOf = (sent: string) => FIELD_OF[sent] ?? FIELDS.find((name) => name === sent.split(/[.[]/)[0])
const UPLOADS_MS = 10_000

/** Saves; what keeps it from being saved stands at its field, with the focus. */
const useSave = (
  { read, saving }: ReturnType<typeof useWriting>,
  text: { current: PostTextHandle | null },
  openPanel: () => void,
) => {
  const [fault, setFault] = useState<Fault>()
  const [busy, setBusy] = useState(false)
  const say = (found: Fault) => {
    setFault(found)
    openPanel()
    requestAnimationFrame(() => goTo(found.field, null))
  }
  const save = async (takeOver = false): Promise<Post | undefined> => {
    setFault(undefined)
    const missing = missingIn(read())
    if (missing) {
      saving.keepNow()
      say(missing)
      return undefined
    }
    setBusy(true)
    try {
      const missingPictures = (await text.current?.leftOnTheWay(UPLOADS_MS)) ?? []
      const post = await saving.save(takeOver)
      if (missingPictures.length > 0) toast.note(`Saved without ${missingPictures.join(', ')}: still on the way.`)
      return post
    } catch (failure) {
      const [first] = failure instanceof ApiError ? failure.errors : []
      const field = first && fieldOf(first.field)
      if (failure instanceof ApiError && failure.code === 'slug_redirects')
        toast.failed(failure.message, { action: { label: 'Take it over', run: () => void save(true) } })
      else if (field) say({ field, sentence: first.message })
      else
        toast.failed(sentenceOf(failure, blogPosts.update.failure), {
          retry: mayBeSentAgain(failure) ? () => void save(takeOver) : undefined,
        })
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { save: () => save(), fault, setFault, busy }
}

/** Publishing and previews begin from what is saved. */
const usePublishing = (
  save: () => Promise<Post | undefined>,
  post: Post | undefined,
  setPost: (post: Post) => void,
  saving: ReturnType<typeof useWriting>['saving'],
) => {
  const [shown, setShown] = useState<Post>()
  const stored = async () => (post && !saving.isChanged() ? post : save())
  return {
    shown,
    open: () => void stored().then(setShown),
    close: () => setShown(undefined),
    changed(next: Post) {
      setPost(next)
      saving.moved(next)
      setShown((now) => now && next)
    },
    async preview() {
      // At once: a page that opens later is taken for an advertisement.
      const page = window.open('', '_blank')
      const saved = await stored()
      if (!page || !saved) return page?.close()
      try {
        const { data } = await call(blogPublishing.addPreview, { body: { post_id: saved.id, days: 1 } })
        page.opener = null
        page.location.assign(data.link)
      } catch (failure) {
        page.close()
        toast.failed(sentenceOf(failure, blogPublishing.addPreview.failure))
      }
    },
  }
}

const goTo = (field: string | null, block: number | null) => {
  const target =
    block === null
      ? document.querySelector<HTMLElement>(`#post-${field}`)
      : document.querySelector('.post-text')?.children[block]
  target?.scrollIntoView({ block: 'center' })
  if (target instanceof HTMLElement && block === null) target.focus()
  else document.querySelector<HTMLElement>('.post-text')?.focus()
}
