import { Button } from 'antd'
import { useId } from 'react'
import type { Post } from '#contract/content/post.ts'
import { Cover } from '#web/content/post-words/Cover.tsx'
import type { PublishCheck } from './use-plan.ts'

interface PreviewsProps {
  post: Post
  seo: PublishCheck['seo']
  onEdit: () => void
}

/** How it will look where people find it: among the results of a search, and as the card of a link. */
export const Previews = ({ post, seo: { title, description, address }, onEdit }: PreviewsProps) => {
  const heading = useId()
  const { host, path } = partsOf(address)
  return (
    <section aria-labelledby={heading}>
      <div className="publish-heading">
        <h3 id={heading}>Previews</h3>
        <Button type="link" size="small" onClick={onEdit}>
          Edit
        </Button>
      </div>
      <div className="previews">
        <figure className="preview preview-result">
          <figcaption className="sr-only">Search result</figcaption>
          <span className="preview-site">
            <span className="preview-icon" aria-hidden />
            <span className="cut">{[host, ...path.slice(0, -1)].join(' › ')}</span>
          </span>
          <span className="preview-link">{title}</span>
          <span className="preview-text">{description}</span>
        </figure>
        <figure className="preview preview-card">
          <figcaption className="sr-only">Card on social networks</figcaption>
          <Cover image={post.og_image ?? post.image} width={214} height={68} className="preview-cover" />
          <span className="preview-host">{host}</span>
          <strong>{title}</strong>
        </figure>
      </div>
    </section>
  )
}

const partsOf = (address: string) => {
  const { host, pathname } = new URL(address, location.origin)
  return { host, path: pathname.split('/').filter(Boolean) }
}
