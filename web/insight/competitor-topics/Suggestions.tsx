import { Button } from 'antd'
import { competitorTopics } from '#contract/insight/competitor-topics.ts'
import { useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { counted } from '#web/kit/look/format.ts'

/** Phrases that competitors use more than before, each with what it stands in. */
export const Suggestions = ({ onAdd }: { onAdd: (phrase: string) => void }) => {
  const mayAdd = can(competitorTopics.add)
  const answer = useOne(competitorTopics.suggestions, { body: {} }, { enabled: mayAdd, staleTime: 60_000 })
  const found = answer.data?.data ?? []
  if (found.length === 0) return null
  return (
    <section className="insight-box suggestions" aria-labelledby="topic-suggestions">
      <div className="insight-box-head">
        <h2 id="topic-suggestions">Suggestions</h2>
        <span className="second">Phrases that competitors use more than before</span>
      </div>
      <ul>
        {found.slice(0, 6).map(({ phrase, posts, competitors, examples }) => (
          <li key={phrase}>
            <span className="suggestion">
              <strong>{phrase}</strong>
              <span className="second">
                {counted(posts, 'post')} of {counted(competitors, 'competitor')}
                {examples[0] && `: ${examples[0].title}`}
              </span>
            </span>
            <Button size="small" onClick={() => onAdd(phrase)}>
              Add topic<span className="sr-only"> {phrase}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
