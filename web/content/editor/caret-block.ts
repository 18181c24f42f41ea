import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

/**
 * Marks the block that holds the caret, so that the style sheet never lets the browser skip it. The browser skips a new
 * block until it has drawn once, and a letter that is typed before that gets the caret at its wrong side.
 */
export const CaretBlock = Extension.create({
  name: 'caretBlock',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        decorations({ doc, selection: { $head } }) {
          if ($head.depth === 0) return null
          const block = Decoration.node($head.before(1), $head.after(1), { class: 'at-caret' })
          return DecorationSet.create(doc, [block])
        },
      },
    }),
  ],
})
