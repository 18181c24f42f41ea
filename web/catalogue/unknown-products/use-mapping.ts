import { useState } from 'react'
import { productList } from '#contract/catalogue/product-list.ts'
import { unknownProducts, type UnknownProduct } from '#contract/catalogue/unknown-products.ts'
import { changes } from '#contract/platform/changes.ts'
import { refresh, useAction } from '#web/kit/data/api.ts'
import { changeSetOf } from '#web/kit/data/transport.ts'
import { counted } from '#web/kit/look/format.ts'

/** What became of a name here; its row stays until the next fetch. */
export interface Done {
  id: number
  words: string
  /** Whose leads they are now; undefined: the name was put aside. */
  product?: string
  changeSet: string | undefined
}

/** Maps and ignores names, and takes the newest of that back; what was done shows in the rows. */
export const useMapping = () => {
  const [done, setDone] = useState<readonly Done[]>([])
  const map = useAction(unknownProducts.map, { undo: false })
  const ignore = useAction(unknownProducts.ignore, { undo: false })
  const undo = useAction(changes.undo, { undo: false })
  const note = (one: Done) => setDone((all) => [...all.filter(({ id }) => id !== one.id), one])
  return {
    of: (id: number) => done.find((one) => one.id === id),
    newest: done.at(-1),
    mapTo: async ({ id, key }: UnknownProduct, product_id: number) => {
      const reply = await map({ body: { key, product_id } })
      if (!reply) return
      const { lines, leads, product } = reply.data
      note({
        id,
        words: `${counted(lines, 'line')} in ${counted(leads, 'lead')} now ${lines === 1 ? 'says' : 'say'}`,
        product,
        changeSet: changeSetOf(reply),
      })
    },
    ignore: async ({ id, key }: UnknownProduct) => {
      const reply = await ignore({ body: { key } })
      if (reply) note({ id, words: 'Ignored', changeSet: changeSetOf(reply) })
    },
    undo: async ({ id, changeSet }: Done) => {
      if (changeSet === undefined || !(await undo({ body: { changeSet } }))) return
      setDone((all) => all.filter((one) => one.id !== id))
      void refresh(productList.list)
    },
    running: map.running || ignore.running || undo.running,
  }
}
