import { DeleteOutlined, DownloadOutlined, EditOutlined, EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { useState, type ReactNode } from 'react'
import type { ProductRow } from '#contract/catalogue/master-products.ts'
import { productBulk } from '#contract/catalogue/product-bulk.ts'
import { productExports } from '#contract/catalogue/product-exports.ts'
import { useStructure } from '#web/catalogue/product-structure/structure.ts'
import { can } from '#web/kit/data/session.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import type { BulkAction, Everything, Selection } from '#web/kit/list/list.ts'
import type { ProductBulkAct } from './product-values.ts'

const ProductBulkDialog = lateDialog(() =>
  import('./ProductBulkDialog.tsx').then(({ ProductBulkDialog }) => ProductBulkDialog),
)

interface ProductBulk {
  /** What the person may do with the selection. */
  actions: readonly BulkAction<ProductRow>[]
  /** All that the list shows, frozen as it is; undefined where the person may not. */
  exportAll: ((all: Everything) => void) | undefined
  dialog: ReactNode
}

/** Edit, show, hide, export and delete, for many products of the list. */
export const useProductBulk = (): ProductBulk => {
  const [begun, setBegun] = useState<{ act: ProductBulkAct; selection: Selection<ProductRow> }>()
  const { structure } = useStructure()
  const acts = [
    { act: 'edit', may: can(productBulk.edit), label: 'Edit', icon: <EditOutlined aria-hidden />, keys: 'e' },
    { act: 'show', may: can(productBulk.discoverable), label: 'Show', icon: <EyeOutlined aria-hidden /> },
    { act: 'hide', may: can(productBulk.discoverable), label: 'Hide', icon: <EyeInvisibleOutlined aria-hidden /> },
    { act: 'export', may: can(productExports.begin), label: 'Export', icon: <DownloadOutlined aria-hidden /> },
    {
      act: 'remove',
      may: can(productBulk.remove),
      label: 'Delete',
      icon: <DeleteOutlined aria-hidden />,
      danger: true,
    },
  ] as const
  return {
    actions: acts
      .filter(({ may }) => may)
      .map(({ act, may: _may, ...action }) => ({
        ...action,
        takesAll: true,
        run: (selection) => setBegun({ act, selection }),
      })),
    exportAll: can(productExports.begin)
      ? (all) => setBegun({ act: 'export', selection: { rows: [], all, clear: () => undefined } })
      : undefined,
    dialog: begun && structure && (
      <ProductBulkDialog
        act={begun.act}
        rows={begun.selection.rows}
        all={begun.selection.all}
        structure={structure}
        onClose={() => setBegun(undefined)}
        onBegun={begun.selection.clear}
      />
    ),
  }
}
