import { Extension, type Editor } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { insertPoint } from '@tiptap/pm/transform'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { hasWords } from './clean-paste.ts'
import type { Upload } from './text-host.ts'

interface Running {
  name: string
  cancel: AbortController
  done: Promise<void>
}
interface UploadOptions {
  upload: Upload
  failed: (failure: unknown, again: () => void) => void
}

const key = new PluginKey<DecorationSet>('uploads')

/**
 * Pictures on their way. Each has a placeholder beside the text, not in it: what is stored never names a file that is here alone.
 */
export const Uploads = Extension.create<UploadOptions, { running: Map<symbol, Running> }>({
  name: 'uploads',
  addStorage: () => ({ running: new Map() }),
  onDestroy() {
    for (const { cancel } of this.storage.running.values()) cancel.abort()
  },
  addProseMirrorPlugins() {
    const { editor, options, storage } = this
    const send = (files: readonly File[], at: number) =>
      files.forEach((file) => sendOne(editor, file, at, options, storage.running))
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply(transaction, shown) {
            const change: { add?: Decoration; remove?: symbol } | undefined = transaction.getMeta(key)
            const mapped = shown.map(transaction.mapping, transaction.doc)
            if (change?.add) return mapped.add(transaction.doc, [change.add])
            return change?.remove ? mapped.remove(findIn(mapped, change.remove)) : mapped
          },
        },
        props: {
          decorations: (state) => key.getState(state),
          handlePaste(view, { clipboardData }) {
            const files = picturesIn(clipboardData)
            // Word sends a picture of what was copied beside it.
            if (files.length === 0 || hasText(clipboardData)) return false
            send(files, view.state.selection.to)
            return true
          },
          handleDrop(view, event, _slice, moved) {
            const files = picturesIn(event.dataTransfer)
            if (moved || files.length === 0) return false
            send(files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.selection.to)
            return true
          },
        },
      }),
    ]
  },
  addCommands() {
    return {
      sendPictures:
        (files: readonly File[]) =>
        ({ editor, state }) => {
          const at = state.selection.to
          // After this command: a placeholder is a transaction of its own.
          queueMicrotask(() => files.forEach((file) => sendOne(editor, file, at, this.options, this.storage.running)))
          return true
        },
    }
  },
})

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    uploads: { sendPictures: (files: readonly File[]) => ReturnType }
  }
  interface Storage {
    uploads: { running: Map<symbol, Running> }
  }
}

const findIn = (shown: DecorationSet | undefined, id: symbol) =>
  shown?.find(undefined, undefined, (spec) => spec['id'] === id) ?? []

const sendOne = (
  editor: Editor,
  file: File,
  at: number,
  { upload, failed }: UploadOptions,
  running: Map<symbol, Running>,
) => {
  const id = Symbol(file.name)
  const cancel = new AbortController()
  const { dom, show } = placeholderOf(file, () => cancel.abort())
  const type = editor.schema.nodes['image']
  if (!type) return
  const place =
    insertPoint(editor.state.doc, Math.min(at, editor.state.doc.content.size), type) ?? editor.state.doc.content.size
  editor.view.dispatch(
    editor.state.tr.setMeta(key, { add: Decoration.widget(place, dom, { id, key: `upload-${at}-${file.name}` }) }),
  )
  const before = editor.state.doc

  const send = async () => {
    try {
      const { id: image_id, alt } = await upload(file, { signal: cancel.signal, onSent: show })
      const [spot] = findIn(key.getState(editor.state), id)
      if (!spot || editor.isDestroyed) return
      const isUntouched = editor.state.doc === before && editor.isFocused
      const isLast = spot.from >= editor.state.doc.content.size
      const tr = editor.state.tr.insert(spot.from, type.create({ image_id, alt }))
      // Behind a picture at the end there would be no place to write.
      if (isLast) tr.insert(spot.from + 1, editor.schema.node('paragraph'))
      editor.view.dispatch(tr.setMeta(key, { remove: id }))
      if (isUntouched) focusAlt(editor, spot.from)
    } catch (failure) {
      if (editor.isDestroyed) return
      editor.view.dispatch(editor.state.tr.setMeta(key, { remove: id }))
      if (!cancel.signal.aborted)
        failed(failure, () => sendOne(editor, file, editor.state.selection.to, { upload, failed }, running))
    } finally {
      running.delete(id)
    }
  }
  running.set(id, { name: file.name, cancel, done: send() })
}

/** Who waits for the picture describes it next. */
const focusAlt = (editor: Editor, at: number) => {
  const block = editor.view.nodeDOM(at)
  if (block instanceof HTMLElement) block.querySelector<HTMLInputElement>('input[name="Alt text"]')?.focus()
}

/** Waits for pictures that are on their way, so long at most; answers the names of those that did not arrive. */
export const leftOnTheWay = async ({ storage }: Editor, ms: number): Promise<string[]> => {
  const { running } = storage.uploads
  if (running.size === 0) return []
  const all = Promise.all([...running.values()].map(({ done }) => done))
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, ms))])
  return [...running.values()].map(({ name }) => name)
}

const placeholderOf = (file: File, onCancel: () => void) => {
  const dom = document.createElement('div')
  dom.className = 'text-upload'
  const name = dom.appendChild(document.createElement('span'))
  name.className = 'cut'
  name.textContent = file.name
  const bar = dom.appendChild(document.createElement('progress'))
  bar.max = 1
  bar.ariaLabel = `Sent of ${file.name}`
  const cancel = dom.appendChild(document.createElement('button'))
  cancel.type = 'button'
  cancel.textContent = 'Cancel'
  cancel.addEventListener('click', onCancel)
  return {
    dom,
    show(part: number) {
      bar.value = part
    },
  }
}

export const picturesIn = (data: DataTransfer | null) =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

const hasText = (data: DataTransfer | null) => hasWords(data?.getData('text/html') ?? '')
