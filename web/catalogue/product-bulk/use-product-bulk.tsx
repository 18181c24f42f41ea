import {
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  EyeInvisibleOutlined,
  EyeOutlined,
  MergeCellsOutlined,
} from '@ant-design/icons'
import { useState, type ReactNode } from 'react'
import type { ProductRow } from '#contract/catalogue/master-products.ts'
import { productBulk } from '#contract/catalogue/product-bulk.ts'
import { productDuplicates } from '#contract/catalogue/product-duplicates.ts'
import { productExports } from '#contract/catalogue/product-exports.ts'
import { useStructure } from '#web/catalogue/product-structure/structure.ts'
import { can } from '#web/kit/data/session.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import type { BulkAction, Everything, Selection } from '#web/kit/list/list.ts'
import type { ProductBulkAct } from './product-values.ts'

const ProductBulkDialog = lateDialog(() =>
  import('./ProductBulkDialog.tsx').then(({ ProductBulkDialog }) => ProductBulkDialog),
)

const MergeProducts = lateDialog(() =>
  import('#web/catalogue/product-duplicates/MergeProducts.tsx').then(({ MergeProducts }) => MergeProducts),
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
  const [merging, setMerging] = useState<Selection<ProductRow>>()
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
  const mergeAction: BulkAction<ProductRow> = {
    label: 'Merge',
    icon: <MergeCellsOutlined aria-hidden />,
    only: 2,
    run: setMerging,
  }
  const [winner, loser] = merging?.rows ?? []
  return {
    actions: acts
      .filter(({ may }) => may)
      .map(({ act, may: _may, ...action }): BulkAction<ProductRow> => ({
        ...action,
        takesAll: true,
        run: (selection: Selection<ProductRow>) => setBegun({ act, selection }),
      }))
      .toSpliced(-1, 0, ...(can(productDuplicates.merge) ? [mergeAction] : [])),
    exportAll: can(productExports.begin)
      ? (all) => setBegun({ act: 'export', selection: { rows: [], all, clear: () => undefined } })
      : undefined,
    dialog: (
      <>
        {merging && winner && loser && (
          <MergeProducts winner={winner} loser={loser} onClose={() => setMerging(undefined)} onMerged={merging.clear} />
        )}
        {begun && structure && (
          <ProductBulkDialog
            act={begun.act}
            rows={begun.selection.rows}
            all={begun.selection.all}
            structure={structure}
            onClose={() => setBegun(undefined)}
            onBegun={begun.selection.clear}
          />
        )}
      </>
    ),
  }
}
