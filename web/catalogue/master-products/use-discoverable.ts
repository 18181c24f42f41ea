import { masterProducts } from '#contract/catalogue/master-products.ts'
import type { MasterProduct } from '#contract/catalogue/product.ts'
import { useAction } from '#web/kit/data/api.ts'
import { undoOf } from '#web/kit/data/undo.ts'
import { session } from '#web/kit/data/session.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { counted } from '#web/kit/look/format.ts'
import { PRODUCT_READS } from './product-reads.ts'

/** Shows or hides a product at once. Refused, the switch goes back and the message leads to the fields that are empty. */
export const useDiscoverable = (onFill: (id: number) => void) => {
  const toggle = useAction(masterProducts.toggle, {
    optimistic: {
      list: masterProducts.list,
      rows: ({ params: { id } }) => [id],
      change: ({ body: { discoverable } }) => ({ discoverable }),
    },
    refreshes: PRODUCT_READS,
    remedy: ({ code }, { params: { id } }) =>
      code === 'incomplete' ? { label: 'Open', run: () => onFill(id) } : undefined,
  })
  return ({ id, name }: Pick<MasterProduct, 'id' | 'name'>, discoverable: boolean) =>
    void toggle({ params: { id }, body: { discoverable, company_id: session.get().companyId ?? '' } }, (reply) => {
      const { open_leads } = reply.data
      const named = open_leads === 1 ? '1 open lead names it' : `${counted(open_leads, 'open lead')} name it`
      const hidden = open_leads > 0 ? `Hid ${name}. ${named}.` : `Hid ${name}`
      toast.done(discoverable ? `Showed ${name}` : hidden, { undo: undoOf(reply) })
    })
}
