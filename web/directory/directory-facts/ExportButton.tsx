import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { Everything } from '#web/kit/list/list.ts'

interface ExportButtonProps {
  /** Undefined where the person may not. */
  run: ((all: Everything) => void) | undefined
  /** How many the list shows; undefined until it is known. */
  total: number | undefined
  query: Everything['query']
}

/** Exports all that a list shows. */
export const ExportButton = ({ run, total = 0, query }: ExportButtonProps) =>
  run &&
  total > 0 && (
    <Button icon={<DownloadOutlined aria-hidden />} onClick={() => run({ count: total, query })}>
      <span className="action-words">Export</span>
    </Button>
  )
