import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import './directory.css'

export const Tags = ({ tags }: { tags: readonly string[] }) =>
  tags.length === 0 ? (
    orEmpty(null)
  ) : (
    <span className="directory-tags">
      {tags.map((tag) => (
        <span key={tag} className="directory-tag">
          {tag}
        </span>
      ))}
    </span>
  )
