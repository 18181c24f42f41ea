import { Extension } from '@tiptap/core'
import { Placeholder } from '@tiptap/extensions'
import { Plugin } from '@tiptap/pm/state'
import { EditorContent, useEditor, type Editor, type UseEditorOptions } from '@tiptap/react'
import { useEffect, useId, useImperativeHandle, useRef, useState, type Ref } from 'react'
import type { PostDocument } from '#contract/content/document.ts'
import { sentenceOf } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import type { Asks } from './acts.ts'
import { CaretBlock } from './caret-block.ts'
import { cleanPaste } from './clean-paste.ts'
import { vocabulary } from './extensions.ts'
import { LinkDialog, type LinkFields } from './LinkDialog.tsx'
import { Suggestions } from './suggestions.ts'
import type { TextHost } from './text-host.ts'
import { Toolbar } from './Toolbar.tsx'
import { leftOnTheWay, Uploads } from './uploads.ts'
import './post-text.css'

export interface PostTextHandle {
  read: () => PostDocument | undefined
  put: (document: PostDocument) => void
  focus: () => void
  /** Waits for pictures on their way, so many milliseconds at most; answers the names of those that are missing. */
  leftOnTheWay: (ms: number) => Promise<string[]>
}

interface PostTextProps {
  ref: Ref<PostTextHandle>
  /** What it begins with; later ones come by `put`. */
  document: PostDocument
  host: TextHost
  editable: boolean
  onTouched: () => void
  /** Counted when nobody types. */
  onWords: (words: number) => void
}

/** Beyond so many words the browser's own check of spelling makes typing slow. */
const SPELLCHECK_UP_TO = 20_000
const UNREADABLE = 'This text has a part that this editor doesn’t know. Reload the page and try again.'

/** The text of a post, with its toolbar. */
export const PostText = ({ ref, document: first, host, editable, onTouched, onWords }: PostTextProps) => {
  const hintId = useId()
  const toolbar = useRef<HTMLDivElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const [asked, setAsked] = useState<'link' | 'card'>()
  const [unreadable, setUnreadable] = useState(false)
  const [hinted, setHinted] = useState<'no' | 'shown' | 'over'>('no')
  const [asks] = useState<Asks>(() => ({
    picture: () => chooser.current?.click(),
    link: () => setAsked('link'),
    card: () => setAsked('card'),
  }))
  const editor = useText({
    first,
    host,
    asks,
    toolbar,
    hintId,
    onTouched,
    onWords,
    onUnreadable: () => setUnreadable(true),
  })

  useEffect(() => {
    editor?.setEditable(editable && !unreadable, false)
  }, [editor, editable, unreadable])
  useImperativeHandle(ref, () => handleOf(editor, unreadable), [editor, unreadable])

  if (!editor) return null
  return (
    <div
      className="text"
      onFocus={() => setHinted((now) => (now === 'no' ? 'shown' : now))}
      onBlur={({ relatedTarget, currentTarget }) =>
        !currentTarget.contains(relatedTarget) && setHinted((now) => (now === 'shown' ? 'over' : now))
      }
    >
      {unreadable && <Notice kind="error" title={UNREADABLE} />}
      {editable && !unreadable && <Toolbar ref={toolbar} editor={editor} asks={asks} />}
      <p id={hintId} className={hinted === 'shown' ? 'text-hint' : 'sr-only'}>
        Alt+F10 goes to the tools. In lists and tables, Esc and then Tab leaves the text.
      </p>
      <EditorContent editor={editor} />
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept="image/jpeg,image/png,image/webp"
        aria-label="Pictures"
        onChange={({ target }) => {
          editor
            .chain()
            .focus()
            .sendPictures([...(target.files ?? [])])
            .run()
          target.value = ''
        }}
      />
      {asked && (
        <LinkDialog
          kind={asked}
          link={asked === 'link' ? linkAt(editor) : undefined}
          search={host.search}
          onSet={(link) => (asked === 'link' ? setLink(editor, link) : addCard(editor, link))}
          onRemove={() => editor.chain().focus().extendMarkRange('link').unsetMark('link').run()}
          onClose={() => {
            setAsked(undefined)
            editor.view.focus()
          }}
        />
      )}
    </div>
  )
}

interface TextOptions {
  first: PostDocument
  host: TextHost
  asks: Asks
  toolbar: { current: HTMLDivElement | null }
  hintId: string
  onTouched: () => void
  onWords: (words: number) => void
  onUnreadable: () => void
}

const useText = (options: TextOptions) => {
  const { first, host, asks, toolbar, hintId } = options
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const count = useRef<number>(undefined)
  const countLater = (editor: Editor) => {
    clearTimeout(count.current)
    count.current = window.setTimeout(() => {
      if (editor.isDestroyed) return
      const words = wordsOf(editor)
      editor.view.dom.spellcheck = words <= SPELLCHECK_UP_TO
      latest.current.onWords(words)
    }, 1_000)
  }
  useEffect(() => () => clearTimeout(count.current), [])

  // The same at each render: given anew they would be set anew, in the midst of what is being typed.
  const [settings] = useState((): UseEditorOptions => ({
    // tiptap's own type of a document is one that it may change.
    content: Object(first),
    enableContentCheck: true,
    injectCSS: false,
    immediatelyRender: false,
    shouldRerenderOnTransaction: false,
    extensions: [
      ...vocabulary(host),
      CaretBlock,
      Placeholder.configure({ placeholder: 'Write, or type / for blocks' }),
      Suggestions.configure({ asks, search: host.search }),
      Uploads.configure({
        upload: host.upload,
        failed: (failure, again) => host.say(sentenceOf(failure, 'The picture was not added. Try again.'), again),
      }),
      pasting(host),
      ways(toolbar, asks),
    ],
    editorProps: {
      attributes: {
        class: 'post-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': 'Text of the post',
        'aria-describedby': hintId,
        'aria-keyshortcuts': 'Alt+F10',
      },
    },
    onContentError: () => latest.current.onUnreadable(),
    onCreate: ({ editor }) => countLater(editor),
    onUpdate: ({ editor }) => {
      latest.current.onTouched()
      countLater(editor)
    },
  }))
  return useEditor(settings)
}

const wordsOf = ({ state: { doc } }: Editor) =>
  doc.textBetween(0, doc.content.size, ' ', ' ').match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0

const handleOf = (editor: Editor | null, unreadable: boolean): PostTextHandle => ({
  // A text that can't be read whole is never sent back. Attributes come without a prototype, and would equal nothing that was stored.
  read: () => (editor && !unreadable ? structuredClone(editor.state.doc.toJSON()) : undefined),
  put: (document) => editor && putDocument(editor, document),
  // At once: the command waits for the next frame, and what is typed until then would go elsewhere.
  focus: () => editor?.view.focus(),
  leftOnTheWay: async (ms) => (editor ? leftOnTheWay(editor, ms) : []),
})

/** Replaces what differs alone, so that the caret stays where it is. */
const putDocument = ({ state, view, schema }: Editor, document: PostDocument) => {
  const next = schema.nodeFromJSON(document)
  const start = state.doc.content.findDiffStart(next.content)
  const end = state.doc.content.findDiffEnd(next.content)
  if (start === null || !end) return
  // Where what is alike repeats, the ends found from behind may lie before the start.
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  const slice = next.slice(start, end.b + overlap)
  view.dispatch(
    state.tr
      .replace(start, end.a + overlap, slice)
      .setMeta('addToHistory', false)
      .setMeta('preventUpdate', true),
  )
}

/** Takes what a text can have out of what is pasted, and says what it left. */
const pasting = (host: TextHost) =>
  Extension.create({
    name: 'pasting',
    addProseMirrorPlugins() {
      const { editor } = this
      return [
        new Plugin({
          props: {
            transformPastedHTML(html) {
              const { html: clean, leftOut, pictures } = cleanPaste(html)
              if (leftOut) host.say(`Left out: ${leftOut}.`)
              // Once the text that they came with is there.
              if (pictures.length > 0) setTimeout(() => editor.commands.sendPictures(pictures))
              return clean
            },
          },
        }),
      ]
    },
  })

/** The ways out of the text by keys, and to its dialog of links. */
const ways = (toolbar: { current: HTMLDivElement | null }, asks: Asks) =>
  Extension.create({
    name: 'ways',
    addKeyboardShortcuts: () => ({
      'Mod-k': () => {
        asks.link()
        return true
      },
    }),
    addProseMirrorPlugins() {
      let leaves = false
      return [
        new Plugin({
          props: {
            handleDOMEvents: {
              keydown(_view, event) {
                if (event.altKey && event.key === 'F10') {
                  event.preventDefault()
                  toolbar.current?.querySelector<HTMLElement>('[data-tool][tabindex="0"]')?.focus()
                  return true
                }
                // After Escape, Tab belongs to the browser, in lists and tables as well.
                const isLeft = leaves && event.key === 'Tab'
                if (event.key !== 'Shift') leaves = event.key === 'Escape'
                return isLeft
              },
            },
          },
        }),
      ]
    },
  })

const linkAt = (editor: Editor): LinkFields | undefined => {
  const { href, post_id, nofollow } = editor.getAttributes('link')
  return href || post_id ? { href: href ?? null, post_id: post_id ?? null, nofollow: nofollow === true } : undefined
}

const setLink = (editor: Editor, link: LinkFields) => {
  const isBare = editor.state.selection.empty && !linkAt(editor)
  if (isBare)
    editor
      .chain()
      .focus()
      .insertContent({ type: 'text', text: link.href ?? 'this post', marks: [{ type: 'link', attrs: link }] })
      .run()
  else editor.chain().focus().extendMarkRange('link').setMark('link', link).run()
}

const addCard = (editor: Editor, { href }: LinkFields) =>
  editor
    .chain()
    .focus()
    .insertContent([{ type: 'embed', attrs: { url: href } }, { type: 'paragraph' }])
    .run()
